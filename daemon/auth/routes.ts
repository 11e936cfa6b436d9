import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { deleteKey, insertKey, type KeyRow, listKeys } from "../../db/api-keys.ts";
import { findChannel } from "../../db/channels.ts";
import type { Sql } from "../../db/client.ts";
import { documented } from "../http/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../ids.ts";
import { Nullable } from "../nullable.ts";
import type { Caller } from "./authenticate.ts";
import { hashKey, newKey } from "./key.ts";
import { grants, PermissionSchema } from "./permissions.ts";

export type KeyDependencies = { sql: Sql; cursors: Cursors; pepper: Uint8Array };

const tags = ["API keys"];
const keyFields = {
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(PermissionSchema),
  channel_ids: Nullable(Type.Array(Type.String())),
  prefix: Type.String(),
  last4: Type.String(),
  expires_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  created_at: Type.String(),
};
const keyExample = {
  id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  name: "CI",
  permissions: ["messages:send", "messages:read"],
  channel_ids: null,
  prefix: "wp_4fZk",
  last4: "9aQx",
  expires_at: null,
  last_used_at: null,
  created_at: "2026-11-21T09:30:00.000Z",
};
const KeySchema = Type.Object(keyFields, { title: "ApiKey", examples: [keyExample] });
const NewKeySchema = Type.Object(
  { ...keyFields, key: Type.String({ description: "The secret; shown only here" }) },
  { title: "NewApiKey", examples: [{ ...keyExample, key: "wp_…" }] },
);

const CreateBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    permissions: Type.Array(PermissionSchema, { minItems: 1, uniqueItems: true }),
    channel_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 100, uniqueItems: true })),
    expires_at: Type.Optional(Type.String({ format: "date-time" })),
  },
  { examples: [{ name: "CI", permissions: ["messages:send", "messages:read"] }] },
);

/** `/v1/api-keys`: the keys of an organisation. */
export function keyRoutes(http: Http, { sql, cursors, pepper }: KeyDependencies) {
  return new Elysia({ prefix: "/v1/api-keys" })
    .use(http)
    .post(
      "",
      async ({ caller, body, set }) => {
        refuseMoreThanOwn(caller, body.permissions, body.channel_ids ?? null);
        await refuseUnknownChannels(sql, caller, body.channel_ids ?? []);
        const key = newKey();
        const row = await insertKey(sql, {
          organization_id: caller.organizationId,
          id: newId("key"),
          name: body.name,
          permissions: body.permissions,
          channel_ids: body.channel_ids ?? caller.channelIds?.slice() ?? null,
          prefix: key.slice(0, 7),
          last4: key.slice(-4),
          expires_at: expiry(body.expires_at),
          hash: hashKey(key, pepper),
        });
        set.status = 201;
        return { ...showKey(row), key };
      },
      {
        permission: "keys:manage",
        body: CreateBody,
        detail: documented({
          tags,
          operation: "createKey",
          summary: "Create a key",
          description: "A key can't grant what the calling key doesn't have.",
          answers: { 201: { description: "Created; the only time the key is shown", schema: NewKeySchema } },
        }),
      },
    )
    .get(
      "",
      async ({ caller, query: { limit = 25, cursor } }) =>
        page(
          await listKeys(sql, caller.organizationId, cursors.open(cursor), limit + 1),
          limit,
          showKey,
          (row) => row.id,
          cursors,
        ),
      {
        permission: "keys:manage",
        query: Type.Object(PagingQuery),
        detail: documented({
          tags,
          operation: "listKeys",
          summary: "List keys",
          answers: { 200: { description: "Newest first", schema: listOf(KeySchema) } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        if (!(await deleteKey(sql, caller.organizationId, params.id)))
          throw problem(404, "not_found", "key not found");
        set.status = 204;
      },
      {
        permission: "keys:manage",
        params: Type.Object({ id: Type.String() }),
        detail: documented({
          tags,
          operation: "revokeKey",
          summary: "Revoke a key",
          errors: [404],
          description: "Effective on every daemon within a second.",
          answers: { 204: { description: "Revoked" } },
        }),
      },
    );
}

function refuseMoreThanOwn(
  caller: Caller,
  permissions: readonly string[],
  channelIds: readonly string[] | null,
): void {
  const beyond = permissions.find((permission) => !grants(caller.permissions, permission));
  if (beyond !== undefined) {
    throw problem(403, "missing_permission", `this key can't grant ${beyond}, which it doesn't have`, {
      members: { permission: beyond },
    });
  }
  const foreign = channelIds?.find((id) => caller.channelIds !== null && !caller.channelIds.includes(id));
  if (foreign !== undefined) throw unknownChannel(foreign);
}

async function refuseUnknownChannels(sql: Sql, caller: Caller, channelIds: readonly string[]): Promise<void> {
  for (const id of channelIds) {
    if ((await findChannel(sql, caller.organizationId, id)) === null) throw unknownChannel(id);
  }
}

function unknownChannel(id: string) {
  const message = `there is no channel ${id.slice(0, 64)}`;
  return problem(422, "channel_not_found", `/channel_ids: ${message}`, {
    errors: [{ path: "/channel_ids", message }],
  });
}

function expiry(given: string | undefined): Date | null {
  if (given === undefined) return null;
  const at = new Date(given);
  if (at.getTime() <= Date.now()) {
    throw problem(422, "invalid_request", "/expires_at: expected a time to come", {
      errors: [{ path: "/expires_at", message: "expected a time to come" }],
    });
  }
  return at;
}

function showKey(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    permissions: row.permissions,
    channel_ids: row.channel_ids,
    prefix: row.prefix,
    last4: row.last4,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
