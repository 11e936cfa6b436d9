import type { BodyOf, RowOf } from "../../api/call.ts";
import { quoted } from "../../parts/as-command.tsx";
import { KEYS } from "../../view-words.ts";

export type Key = RowOf<"GET /v1/api-keys">;

/** What a key may do, in a few words. */
export function summaryOf({ permissions, agent }: Pick<Key, "permissions" | "agent">): string {
  const count = permissions.includes("*") ? KEYS.everything : KEYS.permissionCount(permissions.length);
  return agent === null ? count : KEYS.ofAgent(count);
}

/** The command that makes a key. */
export function commandOf({
  name,
  permissions,
  channel_ids,
  agent,
  bot,
  expires_at,
}: BodyOf<"POST /v1/api-keys">): string {
  return [
    "keys create",
    `--name ${quoted(name)}`,
    ...permissions.map((one) => `--permission ${quoted(one)}`),
    ...(channel_ids ?? []).map((id) => `--channel ${id}`),
    ...(agent === undefined ? [] : [`--agent ${quoted(JSON.stringify(agent))}`]),
    ...(typeof bot === "object" ? [`--bot ${bot.when_held}`] : []),
    ...(expires_at === undefined ? [] : [`--expires ${expires_at}`]),
  ].join(" ");
}
