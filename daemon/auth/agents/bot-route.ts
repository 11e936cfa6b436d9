import { Elysia } from "elysia";
import { changeBot, type KeyRow, type WhenHeld } from "../../../db/auth/api-keys.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { audit } from "../audit.ts";
import { KeySchema, showKey } from "../key-record.ts";
import { mustFindKey, refuseMorePermissions } from "../key-rules.ts";
import { botOf, UpdateKeyBody } from "./bot.ts";

/** `PATCH /v1/api-keys/{id}`. */
export function updateKeyRoute(http: Http, { sql }: { sql: Sql }) {
  return new Elysia()
    .use(http)
    .patch(
      "/:id",
      async ({ caller, params, body }) => showKey(await change(sql, caller, params.id, botOf(body.bot))),
      {
        permission: "keys:manage",
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        body: UpdateKeyBody,
        detail: documented({
          operation: "updateKey",
          summary: "Say whether a bot uses a key",
          description: "Takes effect on every daemon within a second.",
          shows: KeySchema,
        }),
      },
    );
}

/** Changes whether a key is a bot's, with its entry in the audit log. */
async function change(sql: Sql, caller: Caller, id: string, bot: WhenHeld | null): Promise<KeyRow> {
  return await sql.begin(async (transaction) => {
    const key = await mustFindKey(transaction, caller, id);
    refuseMorePermissions(caller, key.permissions, "change a key with");
    const changed = found(await changeBot(transaction, key, bot), "key");
    await audit(transaction, caller, {
      action: "key.updated",
      target: { type: "key", id },
      changes: { bot },
    });
    return changed;
  });
}
