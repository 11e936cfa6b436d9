import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  changeContact,
  deleteContact,
  findContact,
  mergeContacts,
  upsertContacts,
} from "../../db/contacts/contacts.ts";
import { listHistory } from "../../db/contacts/details.ts";
import { listErasures } from "../../db/erasing/erasures.ts";
import { changeRefused } from "../auth/agents/changes.ts";
import { refuseMistaken } from "../http/mistaken-names.ts";
import { PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { detailRoutes } from "./detail-routes.ts";
import { DOCUMENTED, MergeBody, TO_BE_ERASED } from "./documentation.ts";
import { ContactBody, contactInput, isIdentified, MOST_OF_A_CONTACT } from "./fields.ts";
import { type ContactDependencies, countryOf, mustFindByPhone, mustFindContact } from "./find.ts";
import { ListQuery, readContacts } from "./list.ts";
import { LookupBody, lookUp } from "./lookup.ts";
import { permissionRoutes } from "./permission-routes.ts";
import { showContact, showHistory } from "./record.ts";
import { refused } from "./refused.ts";
import { changedMeanwhile, etag, expectedVersion } from "./version.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Phone = Type.Object({ phone: Type.String({ maxLength: 64 }) });
const PageQuery = Type.Object(PagingQuery);

const MISTAKEN = {
  tags: "add tags with POST /v1/contacts/{id}/tags, and remove one with DELETE /v1/contacts/{id}/tags/{name}",
};

const ANOTHER_NUMBER =
  "/phone_number: a key for an agent can't change it, since an opt-out goes with the contact and not with the number";

/** `/v1/contacts`: the people that messages are exchanged with, and what is known of them. */
export function contactRoutes(http: Http, dependencies: ContactDependencies) {
  const { sql, reading, cursors } = dependencies;
  const historyCursors = cursors.of("history");
  return new Elysia({ prefix: "/v1/contacts" })
    .use(http)
    .post(
      "",
      async ({ caller, body, set, once }) => {
        const contact = await once((sql) => upsert(sql, caller.organizationId, body));
        set.headers.etag = etag(contact.version);
        return contact;
      },
      { permission: "contacts:write", idempotent: true, body: ContactBody, detail: DOCUMENTED.upsert },
    )
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, after, most) => readContacts(sql, caller.organizationId, query, after, most),
          show: (row) => showContact(row),
          position: (row) => row.place,
        }),
      {
        permission: "contacts:read",
        query: ListQuery,
        detail: DOCUMENTED.list,
      },
    )
    .post(
      "/lookup",
      async ({ caller, body, once }) =>
        await once(async (sql) => {
          const found = await lookUp(sql, caller.organizationId, body.identifiers);
          return { status: 200, body: showContact(found) };
        }),
      { permission: "contacts:read", idempotent: true, body: LookupBody, detail: DOCUMENTED.lookup },
    )
    .get(
      "/phone/:phone",
      async ({ caller, params, set }) => {
        const contact = await mustFindByPhone(sql, caller.organizationId, params.phone);
        set.headers.etag = etag(contact.version);
        return showContact(contact);
      },
      { permission: "contacts:read", params: Phone, detail: DOCUMENTED.byPhone },
    )
    .get(
      "/:id",
      async ({ caller, params, set }) => {
        const contact = await mustFindContact(sql, caller.organizationId, params.id);
        set.headers.etag = etag(contact.version);
        return showContact(contact);
      },
      { permission: "contacts:read", params: Id, detail: DOCUMENTED.get },
    )
    .patch(
      "/:id",
      async ({ caller, params, body, request, set }) => {
        if (caller.agent !== null && body.phone_number !== undefined)
          throw await changeRefused(sql, caller, "PATCH /v1/contacts/:id", { detail: ANOTHER_NUMBER });
        const contact = await change(sql, caller.organizationId, params.id, body, request);
        set.headers.etag = etag(contact.version);
        return contact;
      },
      {
        permission: "contacts:write",
        params: Id,
        transform: ({ body }) => refuseMistaken(body, MISTAKEN),
        body: Type.Omit(ContactBody, ["tags"], {
          minProperties: 1,
          examples: [{ name: "Ada King", email: null }],
        }),
        detail: DOCUMENTED.update,
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        await remove(sql, caller.organizationId, params.id);
        set.status = 204;
      },
      { permission: "contacts:write", params: Id, detail: DOCUMENTED.remove },
    )
    .post(
      "/:id/merge",
      async ({ caller, params, body, once }) =>
        await once((sql) => merge(sql, caller.organizationId, params.id, body.contact_id)),
      {
        permission: "contacts:write",
        idempotent: true,
        params: Id,
        body: MergeBody,
        detail: DOCUMENTED.merge,
      },
    )
    .get(
      "/:id/identities",
      async ({ caller, params }) => {
        const { identities } = await mustFindContact(sql, caller.organizationId, params.id);
        return { data: identities, meta: { next_cursor: null } };
      },
      { permission: "contacts:read", params: Id, detail: DOCUMENTED.identities },
    )
    .get(
      "/:id/history",
      async ({ caller, params, query }) => {
        const { organizationId } = caller;
        const { id: contactId } = await mustFindContact(sql, organizationId, params.id);
        return await page({ reading: reading.of(caller), cursors: historyCursors }, query, {
          read: (sql, before, most) => listHistory(sql, { organizationId, contactId }, before, most),
          show: showHistory,
          position: (row) => row.id,
        });
      },
      { permission: "contacts:read", params: Id, query: PageQuery, detail: DOCUMENTED.history },
    )
    .use(detailRoutes(http, dependencies))
    .use(permissionRoutes(http, dependencies));
}

async function upsert(sql: Queryable, organizationId: string, body: Static<typeof ContactBody>) {
  const input = contactInput(body, await countryOf(sql, organizationId));
  if (!isIdentified(input))
    throw refused(
      "/phone_number",
      "one of phone_number, email, external_source with external_id, bsuid, parent_bsuid and lid is required",
    );
  const [row] = await upsertContacts(sql, organizationId, [input]);
  if (row?.outcome === "too_large") throw tooLarge();
  if (row === undefined || row.contact_id === null) throw conflict();
  const contact = await mustFindContact(sql, organizationId, row.contact_id);
  return { status: row.outcome === "created" ? 201 : 200, body: showContact(contact) };
}

async function change(
  sql: Sql,
  organizationId: string,
  id: string,
  body: Static<typeof ContactBody>,
  request: Request,
): Promise<ReturnType<typeof showContact>> {
  const current = await mustFindContact(sql, organizationId, id);
  const input = contactInput(body, await countryOf(sql, organizationId));
  const expected = expectedVersion(request, current.version);
  const outcome = await retryDeadlock(() => changeContact(sql, organizationId, current.id, input, expected));
  // merged meanwhile, or deleted, which the next read shows
  if (outcome === "not_found") return await change(sql, organizationId, id, body, request);
  if (outcome === "stale") throw changedMeanwhile();
  if (outcome === "conflict") throw conflict();
  return showContact(await mustFindContact(sql, organizationId, current.id));
}

async function remove(sql: Sql, organizationId: string, id: string): Promise<void> {
  const { id: current } = await mustFindContact(sql, organizationId, id);
  const [newest] = await listErasures(sql, { organizationId, contactId: current }, { before: null, most: 1 });
  if (newest?.status === "waiting") throw problem(409, TO_BE_ERASED.code, TO_BE_ERASED.detail);
  const isDeleted = await retryDeadlock(() => deleteContact(sql, organizationId, current));
  if (!isDeleted) await remove(sql, organizationId, id);
}

async function merge(sql: Queryable, organizationId: string, id: string, otherId: string) {
  const target = await mustFindContact(sql, organizationId, id);
  const gone = await findContact(sql, organizationId, otherId);
  if (gone === null) throw refused("/contact_id", "no such contact");
  if (gone.id !== target.id) await mergeContacts(sql, organizationId, target.id, gone.id);
  return { status: 200, body: showContact(await mustFindContact(sql, organizationId, target.id)) };
}

function tooLarge() {
  return refused(
    "/custom_fields",
    `with those there are, there would be more than ${MOST_OF_A_CONTACT}; take some away first`,
  );
}

function conflict() {
  return problem(409, "conflict", "contact identifiers resolve to different contacts");
}
