import { Elysia, t } from "elysia";
import {
  endLoginSession,
  endLoginSessions,
  type LoginSessionRow,
  listLoginSessions,
} from "../../db/auth/login-sessions.ts";
import { findUser } from "../../db/auth/users.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { found, notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { audit, audited } from "./audit.ts";
import { sessionToken } from "./authenticate.ts";
import { hashToken } from "./tokens.ts";
import { refuseHigherRole } from "./user-routes.ts";

export type LoginsDependencies = {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  tokenPepper: Uint8Array;
  senderOf: SenderReader;
};

type Asked = { request: Request; server: Parameters<SenderReader>[1] };

const OpenLoginSchema = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    current: Type.Boolean({ description: "The one of this request" }),
    address: Nullable(Type.String({ description: "Where it was opened from" })),
    user_agent: Nullable(Type.String({ description: "The program that opened it, as it says" })),
    factor: Nullable(
      Type.String({
        description:
          "`totp`, `recovery_code` or `passkey`, that it was opened by; null: by the password or a link alone",
      }),
    ),
    created_at: Type.String({ format: "date-time" }),
    last_used_at: Type.String({ format: "date-time", description: "To the minute" }),
    expires_at: Type.String({ format: "date-time", description: "If it is not used until then" }),
  },
  {
    title: "OpenLogin",
    examples: [
      {
        ...{ id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11", current: true, address: "203.0.113.7" },
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        factor: "totp",
        ...{ created_at: "2026-11-21T09:30:00.000Z", last_used_at: "2026-11-21T10:12:00.000Z" },
        expires_at: "2026-12-05T10:12:00.000Z",
      },
    ],
  },
);
const Id = Type.Object({ id: Type.String({ format: "uuid" }) });
const EndQuery = Type.Object({
  keep_current: t.Optional(t.Boolean({ default: false, description: "Keep the login of this request" })),
});
const OF_USERS = {
  403: {
    description: "A key is calling",
    code: "no_user",
    detail: "a key has no logins; log in as the user",
  },
};

/** `/v1/auth/logins` and `/v1/users/{id}/logins`: where a user is logged in, and the end of that. */
export function loginsRoutes(http: Http, dependencies: LoginsDependencies) {
  const { sql, reading, cursors, tokenPepper, senderOf } = dependencies;

  /** The hash of the token that the request came with; null for a key's. */
  function currentOf({ actor }: Caller, { request, server }: Asked): Uint8Array | null {
    const token = actor.type === "user" ? sessionToken(request, senderOf(request, server).isSecure) : null;
    return token === null ? null : hashToken(token, tokenPepper);
  }

  async function listOfUser(
    caller: Caller,
    userId: string,
    asked: Asked,
    query: { cursor?: string; limit?: number },
  ) {
    const user = { organization_id: caller.organizationId, id: userId };
    const current = currentOf(caller, asked);
    return await page({ reading: reading.of(caller), cursors }, query, {
      read: (sql, before, most) => listLoginSessions(sql, user, current, before, most),
      show,
      position: (row) => row.id,
    });
  }

  return new Elysia({ prefix: "/v1" })
    .use(http)
    .get(
      "/auth/logins",
      async ({ caller, query, request, server }) =>
        await listOfUser(caller, ownId(caller), { request, server }, query),
      {
        permission: "any",
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listLogins",
          summary: "List your logins",
          wording: OF_USERS,
          responses: {
            200: { description: "Those that work, newest first", schema: listOf(OpenLoginSchema) },
          },
        }),
      },
    )
    .delete(
      "/auth/logins/:id",
      async ({ caller, params, set }) => {
        // a key has none
        if (caller.actor.type === "key") throw notFound("login");
        const user = { organization_id: caller.organizationId, id: caller.actor.id };
        const entry = {
          action: "login.ended",
          target: { type: "user", id: user.id },
          changes: { login: params.id },
        };
        await audited(sql, caller, entry, async (transaction) => {
          if (!(await endLoginSession(transaction, user, params.id))) throw notFound("login");
        });
        set.status = 204;
      },
      {
        permission: "any",
        params: Id,
        detail: documented({
          operation: "endLogin",
          summary: "End one of your logins",
          responses: { 204: { description: "Its token no longer works" } },
        }),
      },
    )
    .delete(
      "/auth/logins",
      async ({ caller, query, request, server, set }) => {
        const except = query.keep_current === true ? currentOf(caller, { request, server }) : null;
        await endAll(sql, caller, ownId(caller), except);
        set.status = 204;
      },
      {
        permission: "any",
        query: EndQuery,
        detail: documented({
          operation: "endLogins",
          summary: "Log out everywhere",
          wording: OF_USERS,
          responses: { 204: { description: "None of the tokens works any more" } },
        }),
      },
    )
    .get(
      "/users/:id/logins",
      async ({ caller, params, query, request, server }) => {
        found(await findUser(reading.sql, caller.organizationId, params.id), "user");
        return await listOfUser(caller, params.id, { request, server }, query);
      },
      {
        permission: "users:manage",
        params: Id,
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listUserLogins",
          summary: "List a user's logins",
          responses: {
            200: { description: "Those that work, newest first", schema: listOf(OpenLoginSchema) },
          },
        }),
      },
    )
    .delete(
      "/users/:id/logins",
      async ({ caller, params, set }) => {
        const user = found(await findUser(sql, caller.organizationId, params.id), "user");
        refuseHigherRole(caller, user.role);
        await endAll(sql, caller, user.id, null);
        set.status = 204;
      },
      {
        permission: "users:manage",
        params: Id,
        detail: documented({
          operation: "endUserLogins",
          summary: "Log a user out everywhere",
          description: "The user can log in again; to prevent that, disable the user.",
          responses: { 204: { description: "None of the user's tokens works any more" } },
        }),
      },
    );
}

function ownId({ actor }: Caller): string {
  if (actor.type === "user") return actor.id;
  throw problem(403, OF_USERS[403].code, OF_USERS[403].detail);
}

async function endAll(sql: Sql, caller: Caller, userId: string, except: Uint8Array | null): Promise<void> {
  await sql.begin(async (transaction) => {
    await endLoginSessions(transaction, caller.organizationId, userId, except);
    await audit(transaction, caller, {
      action: "logins.ended",
      target: { type: "user", id: userId },
      changes: { kept_current: except !== null },
    });
  });
}

function show(row: LoginSessionRow) {
  const { id, is_current: current, address, user_agent, factor } = row;
  return {
    ...{ id, current, address, user_agent, factor },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
