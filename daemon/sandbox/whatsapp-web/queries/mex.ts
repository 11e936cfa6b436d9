import { child, node, text } from "../wire/nodes.ts";
import { ABOUT_QUERY, aboutUsers } from "./mex-about.ts";
import { cappingInfo } from "./new-chats.ts";
import type { Query, QueryResult } from "./query.ts";

/** Baileys' `QueryIds` in Types/Mex.js, and what each result is called (`XWAPaths`). */
const REACHOUT_TIMELOCK = "23983697327930364";
const MESSAGE_CAPPING_INFO = "24503548349331633";
/** whatsmeow's queries about WhatsApp's channels, as linked devices and as phones have them (`newsletter.go`). */
const SUBSCRIBED = ["6388546374527196", "8621797084555037"];
const CHANNEL = ["6563316087068696", "9779843322044422"];

/** WhatsApp's queries in JSON: what holds the account back, what people say about themselves, and the channels it follows, which are none. */
export function mexResult({ world, online, iq }: Query): QueryResult {
  const query = child(iq, "query");
  const id = query?.attrs.query_id ?? "";
  if (SUBSCRIBED.includes(id)) return jsonResult({ xwa2_newsletter_subscribed: [] });
  if (CHANNEL.includes(id)) return jsonResult({ xwa2_newsletter: null });
  if (id === ABOUT_QUERY) return jsonResult({ xwa2_fetch_wa_users: aboutUsers(world, text(query)) });
  const restriction = world.restrictions.of(online.companion.account.number);
  switch (id) {
    case REACHOUT_TIMELOCK:
      return jsonResult({ xwa2_fetch_account_reachout_timelock: timelock(restriction.lockedUntil) });
    case MESSAGE_CAPPING_INFO:
      return jsonResult({ xwa2_message_capping_info: cappingInfo(restriction) });
    default:
      return refused(`there is no query ${id}: ${text(query).slice(0, 100)}`);
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
  return result({ data });
}

/** Errors of GraphQL come in a response, too. */
function refused(message: string): QueryResult {
  const extensions = { error_code: 400, is_retryable: false, severity: "CRITICAL" };
  return result({ data: null, errors: [{ message, path: [], extensions }] });
}

function result(body: object): QueryResult {
  return [node("result", {}, Buffer.from(JSON.stringify(body)))];
}
