import { child, node, text } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/** Baileys' `QueryIds` in Types/Mex.js, and what each result is called (`XWAPaths`). */
const REACHOUT_TIMELOCK = "23983697327930364";
const MESSAGE_CAPPING_INFO = "24503548349331633";
const NEW_CHATS = 250;

/** WhatsApp's queries in JSON: what holds the account back; others get none of the data they ask for. */
export function mexResult({ world, online, iq }: Query): QueryResult {
  const query = child(iq, "query");
  const { lockedUntil, capping } = world.restrictions.of(online.companion.account.number);
  switch (query?.attrs.query_id) {
    case REACHOUT_TIMELOCK:
      return jsonResult({ xwa2_fetch_account_reachout_timelock: timelock(lockedUntil) });
    case MESSAGE_CAPPING_INFO:
      return jsonResult({
        xwa2_message_capping_info: {
          total_quota: NEW_CHATS,
          used_quota: capping === "CAPPED" ? NEW_CHATS : 0,
          capping_status: capping,
        },
      });
    default:
      return { code: 404, text: `no query ${text(query).slice(0, 100)}` };
  }
}

/** Seconds since 1970 as text; "0": no end. */
export function timelock(lockedUntil: string | null): object {
  const ends = lockedUntil === null ? 0 : Date.parse(lockedUntil);
  const active = ends > Date.now();
  return {
    is_active: active,
    time_enforcement_ends: active ? Math.floor(ends / 1000).toString() : "0",
    enforcement_type: active ? "BIZ_QUALITY" : "DEFAULT",
  };
}

function jsonResult(data: object): QueryResult {
  return [node("result", {}, Buffer.from(JSON.stringify({ data })))];
}
