import { Elysia } from "elysia";
import type { Queryable } from "../../db/connection/client.ts";
import {
  liftSuppression,
  listConsents,
  listSuppressions,
  putConsent,
  putSuppression,
} from "../../db/contacts/details.ts";
import { agentChange, noteRefused } from "../auth/agents/changes.ts";
import { gone } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { listOf } from "../http/paging.ts";
import type { Http } from "../http/server.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { CONTACT_NOT_FOUND } from "./documentation.ts";
import { clean } from "./fields.ts";
import { type ContactDependencies, mustFindContact } from "./find.ts";
import {
  ConsentSchema,
  ConsentState,
  ContactChannel,
  SuppressionSchema,
  showConsent,
  showSuppression,
} from "./record.ts";
import { refused } from "./refused.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const IdAndChannel = Type.Object({ id: Type.String({ maxLength: 64 }), channel: ContactChannel });

const ConsentBody = Type.Object(
  {
    state: ConsentState,
    source: Type.Optional(
      Nullable(
        Type.String({ maxLength: 200, description: "How it was obtained, such as the name of a form" }),
      ),
    ),
    stated_at: Type.Optional(
      Nullable(Type.String({ format: "date-time", description: "When the contact said so" })),
    ),
    expires_at: Type.Optional(Nullable(Type.String({ format: "date-time" }))),
    proof: Type.Optional(Nullable(Type.String({ maxLength: 2000, description: "Where the proof is" }))),
  },
  { examples: [{ state: "granted", source: "newsletter form", proof: "https://example.com/consents/4711" }] },
);
const SuppressionBody = Type.Object(
  {
    channel: ContactChannel,
    reason: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Shown when a message is refused; `marketing_stopped` blocks marketing templates only",
    }),
    proof: Type.Optional(Nullable(Type.String({ maxLength: 2000, description: "Where it can be checked" }))),
    until: Type.Optional(Nullable(Type.String({ format: "date-time" }))),
  },
  { examples: [{ channel: "whatsapp", reason: "complained" }] },
);

const SOFTER = "a key for an agent can't replace a suppression by one that ends sooner or suppresses less";

const missing = { wording: { 404: CONTACT_NOT_FOUND } };

/** Routes for a contact's consents and suppressions. */
export function permissionRoutes(http: Http, { sql }: ContactDependencies) {
  async function keyOf(one: Queryable, organizationId: string, id: string) {
    return { organizationId, contactId: (await mustFindContact(one, organizationId, id)).id };
  }

  return new Elysia()
    .use(http)
    .get(
      "/:id/consents",
      async ({ caller, params }) => {
        const rows = await listConsents(sql, await keyOf(sql, caller.organizationId, params.id));
        return { data: rows.map(showConsent), meta: { next_cursor: null } };
      },
      {
        permission: "contacts:read",
        params: Id,
        detail: documented({
          operation: "listContactConsents",
          summary: "List a contact's consents",
          ...missing,
          responses: {
            200: { description: "One for each channel, in one page", schema: listOf(ConsentSchema) },
          },
        }),
      },
    )
    .put(
      "/:id/consent/:channel",
      async ({ caller, params: { id, channel }, body: { state, source, proof, ...times } }) => {
        const consent = {
          ...{ channel, state, stated_at: times.stated_at ?? null, expires_at: times.expires_at ?? null },
          source: source ? clean("/source", source) : null,
          proof: proof ? clean("/proof", proof) : null,
        };
        return await retryDeadlock(async () =>
          showConsent(await putConsent(sql, await keyOf(sql, caller.organizationId, id), consent)),
        );
      },
      {
        permission: "contacts:write",
        params: IdAndChannel,
        body: ConsentBody,
        detail: documented({
          operation: "putContactConsent",
          summary: "Set a contact's consent",
          description:
            "Replaces the consent for that channel. While `whatsapp` is `denied`, messages to the contact are refused with `suppressed_recipient`; `unknown` and expired consents refuse nothing.",
          ...missing,
          shows: ConsentSchema,
        }),
      },
    )
    .get(
      "/:id/suppressions",
      async ({ caller, params }) => {
        const rows = await listSuppressions(sql, await keyOf(sql, caller.organizationId, params.id));
        return { data: rows.map(showSuppression), meta: { next_cursor: null } };
      },
      {
        permission: "contacts:read",
        params: Id,
        detail: documented({
          operation: "listContactSuppressions",
          summary: "List a contact's suppressions",
          ...missing,
          responses: {
            200: { description: "One for each channel, in one page", schema: listOf(SuppressionSchema) },
          },
        }),
      },
    )
    .post(
      "/:id/suppressions",
      async ({ caller, params, body, once }) =>
        await once(async (sql) => {
          const key = await keyOf(sql, caller.organizationId, params.id);
          const { channel, until, proof } = body;
          if (until && Date.parse(until) <= Date.now()) throw refused("/until", "has passed");
          const reason = clean("/reason", body.reason);
          const row = await putSuppression(sql, key, {
            ...{ channel, reason, until: until ?? null },
            ...{ proof: proof ? clean("/proof", proof) : null, maySoften: caller.agent === null },
          });
          if (row === null) throw agentChange(SOFTER);
          return { status: 201, body: showSuppression(row) };
        }).catch(async (cause: unknown) => {
          // outside of the transaction, whose connection it would wait beside
          await noteRefused(sql, caller, { method: "POST", route: "/v1/contacts/:id/suppressions" }, cause);
          throw cause;
        }),
      {
        permission: "contacts:write",
        idempotent: true,
        params: Id,
        body: SuppressionBody,
        detail: documented({
          operation: "suppressContact",
          summary: "Suppress a contact on a channel",
          description:
            "Replaces an existing suppression. Messages to somebody suppressed on `whatsapp` are refused with `suppressed_recipient`.",
          ...missing,
          responses: { 201: { description: "The suppression", schema: SuppressionSchema } },
        }),
      },
    )
    .delete(
      "/:id/suppressions/:channel",
      async ({ caller, params: { id, channel }, set }) => {
        const isLifted = await retryDeadlock(async () =>
          liftSuppression(sql, await keyOf(sql, caller.organizationId, id), channel),
        );
        gone(set, isLifted, "suppression");
      },
      {
        permission: "contacts:write",
        params: IdAndChannel,
        detail: documented({
          operation: "liftContactSuppression",
          summary: "Lift a suppression",
          ...missing,
          responses: { 204: { description: "Lifted" } },
        }),
      },
    );
}
