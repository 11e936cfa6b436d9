import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { cancelErasure, findErasure, listErasures, startErasure } from "../../db/erasing/erasures.ts";
import { audited } from "../auth/audit.ts";
import { mustFindErasable } from "../contacts/find.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import { Id, readRoutes } from "../http/resource/read-routes.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import { EraseBody, ErasureSchema, REFLECTION_SECONDS, showErasure } from "./erasure.ts";

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors };

const OPEN = {
  description: "It is planned already, or a conversation is under a `legal_hold`",
  code: "erasure_open",
  detail: "this contact is to be erased already; cancel that first to change when",
};
const BEGUN = {
  description: "It has begun, or was cancelled before",
  code: "erasure_begun",
  detail: "an erasure can be cancelled only until it begins",
};
const ListQuery = Type.Object({ ...PagingQuery, contact_id: Type.Optional(Type.String({ maxLength: 64 })) });
const permission = "contacts:erase" as const;

/** `/v1/contacts/erasures`: erasing everything that names a person. */
export function erasureRoutes(http: Http, { sql, reading, cursors }: Dependencies) {
  const erasures = readRoutes(http, { reading, cursors }, "/v1/contacts/erasures", {
    ...{ noun: "erasure", nouns: "erasures", query: ListQuery, schema: ErasureSchema },
    may: { read: permission },
    show: showErasure,
    list: async ({ organizationId }, { contact_id = null }) => ({
      read: (sql, before, most) =>
        listErasures(sql, { organizationId, contactId: contact_id }, { before, most }),
    }),
    find: ({ organizationId }, id) => findErasure(sql, { organizationId, id }),
  });

  async function cancel(sql: Queryable, caller: Caller, id: string) {
    const key = { organizationId: caller.organizationId, id };
    const { contact_id } = found(await findErasure(sql, key), "erasure");
    const entry = { action: "erasure.cancelled", target: { type: "contact", id: contact_id } };
    return await audited(sql, caller, entry, async (transaction) => {
      const row = await cancelErasure(transaction, key);
      if (row === null) throw problem(409, BEGUN.code, BEGUN.detail);
      return showErasure(row);
    });
  }

  const changes = new Elysia({ prefix: "/v1/contacts" })
    .use(http)
    .post(
      "/:id/erase",
      async ({ caller, params, body, once }) =>
        await once(async (sql) => {
          const contact = await mustFindErasable(sql, caller.organizationId, params.id);
          const entry = { action: "contact.erased", target: { type: "contact", id: contact.id } };
          return await audited(sql, caller, entry, async (transaction) => {
            const row = await startErasure(
              transaction,
              { organizationId: caller.organizationId, id: newId("ers") },
              { contact_id: contact.id, reason: body.reason, author: caller.actor.id },
              body.at_once === true ? 0 : REFLECTION_SECONDS,
            );
            if (row === null) throw problem(409, OPEN.code, OPEN.detail);
            return { status: 202, body: showErasure(row) };
          });
        }),
      {
        permission,
        proved: true,
        idempotent: true,
        params: Id,
        body: EraseBody,
        detail: documented({
          operation: "eraseContact",
          summary: "Erase a person",
          description:
            "Erases everything that names a person, in the background: the contact, notes, what was said to and by them, files, events, lines of imports, their place in broadcasts, groups and the audit log. That messages were sent, when, with what result and at what price stays, under a random id. It begins in a week and can be cancelled until then, or `at_once`. When it begins, `contact.erased` tells your programs.",
          wording: { 409: OPEN },
          responses: { 202: { description: "Planned, or begun", schema: ErasureSchema } },
        }),
      },
    )
    .post(
      "/erasures/:id/cancel",
      async ({ caller, params, once }) =>
        await once(async (sql) => ({ status: 200, body: await cancel(sql, caller, params.id) })),
      {
        permission,
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "cancelErasure",
          summary: "Cancel an erasure",
          wording: { 409: BEGUN },
          responses: { 200: { description: "Cancelled", schema: ErasureSchema } },
        }),
      },
    );
  return new Elysia().use(erasures).use(changes);
}
