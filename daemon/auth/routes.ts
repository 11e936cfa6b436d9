import { Elysia, t } from "elysia";
import { type KeyRow, listKeys, type NewSecret, rotateKey } from "../../db/auth/api-keys.ts";
import { type Queryable, type Sql, type Transaction, transact } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { botOf } from "./agents/bot.ts";
import { updateKeyRoute } from "./agents/bot-route.ts";
import { type AgentDependencies, refuseUnfitAgent } from "./agents/rules.ts";
import { refuseUnknownLimits } from "./agents/unknown-limits.ts";
import { audit } from "./audit.ts";
import type { Authenticator } from "./authenticate.ts";
import { createKey, type KeyWishes, secretOf } from "./create-key.ts";
import { MOST_KEYS, mayGiveAccess, revokeKey } from "./given-access.ts";
import { newKey } from "./key.ts";
import {
  CreateKeyBody,
  KeySchema,
  NewKeySchema,
  OVERLAP_SECONDS,
  RotatedKeySchema,
  RotateKeyBody,
  showKey,
} from "./key-record.ts";
import {
  expiryOf,
  mustFindKey,
  outlivesKey,
  refuseMorePermissions,
  refuseUnknownChannels,
} from "./key-rules.ts";

export type KeyDependencies = AgentDependencies & {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  pepper: Uint8Array;
  authenticator: Pick<Authenticator, "forget">;
  /** Which new keys carry. */
  cell?: string | undefined;
};

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const RevokeQuery = Type.Object({
  keep_keys: t.Optional(
    t.Boolean({
      default: false,
      description:
        "Keep the API keys, open invitations, approved terminals and endpoints that the key created",
    }),
  ),
});

/** `/v1/api-keys`: the keys of an organisation. */
export function keyRoutes(
  http: Http,
  { sql, reading, cursors, pepper, cell, authenticator, ...rules }: KeyDependencies,
) {
  return new Elysia({ prefix: "/v1/api-keys" })
    .use(http)
    .use(updateKeyRoute(http, { sql }))
    .post(
      "",
      async ({ caller, body, once }) => {
        refuseMorePermissions(caller, body.permissions);
        await refuseUnknownChannels(sql, caller, body.channel_ids ?? []);
        if (body.agent !== undefined)
          await refuseUnfitAgent({ sql, ...rules }, caller, body.agent, body.permissions);
        const make = async (sql: Queryable) => {
          const key = newKey(cell);
          const row = await transact(sql, (transaction) =>
            createKey(transaction, caller, wishesOf(caller, body), secretOf(key, pepper)),
          );
          return { status: 201, body: { ...showKey(row), key } };
        };
        return await once(make);
      },
      {
        permission: "keys:manage",
        proved: true,
        idempotent: "sealed",
        transform: ({ body }) => refuseUnknownLimits(body),
        body: CreateKeyBody,
        detail: documented({
          operation: "createKey",
          summary: "Create a key",
          description:
            "A key can't grant permissions that the calling key doesn't have, and ends when the calling key does, at the latest (403 `outlives_key`).",
          wording: { 409: TOO_MANY },
          responses: {
            201: { description: "Created; the key is shown only this once", schema: NewKeySchema },
          },
        }),
      },
    )
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listKeys(sql, caller.organizationId, caller.channelIds, before, most),
          show: showKey,
          position: (row) => row.id,
        }),
      {
        permission: "keys:manage",
        query: Type.Object(PagingQuery),
        detail: documented({
          operation: "listKeys",
          summary: "List keys",
          description: "A key that is limited to some channels sees only keys within those channels.",
          lists: KeySchema,
        }),
      },
    )
    .post(
      "/:id/rotate",
      async ({ caller, params, body, once }) => {
        const overlap = body?.overlap_seconds ?? OVERLAP_SECONDS;
        // checked before a stored response, which holds the secret, is repeated
        await mustRotate(sql, caller, params.id);
        const renew = async (sql: Queryable) => {
          const key = newKey(cell);
          const row = await transact(sql, (transaction) =>
            rotate(transaction, caller, params.id, secretOf(key, pepper), overlap),
          );
          const previous_key_expires_at = row.previous_expires_at.toISOString();
          return { status: 200, body: { ...showKey(row), key, previous_key_expires_at } };
        };
        const renewed = await once(renew);
        authenticator.forget(params.id);
        return renewed;
      },
      {
        permission: "keys:manage",
        proved: true,
        idempotent: "sealed",
        params: Id,
        body: RotateKeyBody,
        detail: documented({
          operation: "rotateKey",
          summary: "Rotate a key",
          description:
            "The key gets a new secret and otherwise stays the same. The previous secret keeps working until the overlap ends, by default for a day; older ones stop working now.",
          responses: {
            200: { description: "The new secret, shown only this once", schema: RotatedKeySchema },
          },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, query, set }) => {
        await sql.begin(async (transaction) => {
          const key = await mustFindKey(transaction, caller, params.id);
          refuseMorePermissions(caller, key.permissions, "revoke a key with");
          if (!(await revokeKey(transaction, caller, key.id, { keep: query.keep_keys === true })))
            throw notFound("key");
        });
        // also those that ended with it; the notification comes later than the caller's next request
        authenticator.forget();
        set.status = 204;
      },
      {
        permission: "keys:manage",
        params: Id,
        query: RevokeQuery,
        detail: documented({
          operation: "revokeKey",
          summary: "Revoke a key",
          description:
            "Takes effect on every daemon within a second. Also ends what was created with the key: API keys, open invitations, approved terminals and endpoints, unless `keep_keys` is set. Revoking a key that may do more than the calling one gets 403.",
          responses: { 204: { description: "Revoked" } },
        }),
      },
    );
}

const TOO_MANY = {
  description: "The organisation has the most keys it may have",
  code: "too_many_keys",
  detail: `an organisation has at most ${MOST_KEYS} API keys; revoke some`,
};

function wishesOf(caller: Caller, body: Static<typeof CreateKeyBody>): KeyWishes {
  return {
    name: body.name,
    permissions: body.permissions,
    channelIds: body.channel_ids ?? caller.channelIds?.slice() ?? null,
    agent: body.agent ?? null,
    bot: botOf(body.bot),
    expiresAt: expiryOf(body.expires_at),
  };
}

/**
 * Rotating a key reveals its secret: it gets no more permissions than the caller, nor for longer, and is theirs from
 * then on.
 */
async function rotate(
  sql: Transaction,
  caller: Caller,
  id: string,
  secret: NewSecret,
  overlapSeconds: number,
) {
  const { expiresAt } = await mayGiveAccess(sql, caller, "keys:manage");
  const key = await mustRotate(sql, caller, id);
  if (expiresAt !== null && (key.expires_at === null || key.expires_at > expiresAt))
    throw outlivesKey(expiresAt);
  const rotated = await rotateKey(sql, key, secret, { overlapSeconds, by: caller.actor.id });
  if (rotated === null) throw notFound("key");
  await audit(sql, caller, {
    action: "key.rotated",
    target: { type: "key", id },
    changes: { overlap_seconds: overlapSeconds },
  });
  return rotated;
}

async function mustRotate(sql: Queryable, caller: Caller, id: string): Promise<KeyRow> {
  const key = await mustFindKey(sql, caller, id);
  refuseMorePermissions(caller, key.permissions, "rotate a key with");
  return key;
}
