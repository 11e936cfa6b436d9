import type { Sql } from "../../../db/connection/client.ts";
import type { OfMonth } from "../../../db/costs/invoice/ledger.ts";
import { chargedMessages, unreportedMessages } from "../../../db/costs/invoice/messages.ts";
import { messageIdBound } from "../../lib/ids.ts";
import type { Difference } from "./compare.ts";
import { explain } from "./explain.ts";

const DAY_MS = 86_400_000;
/** Messages that are named for a difference. */
const MOST_MESSAGES = 20;

/** A difference as the API shows it: in words, and with messages that may be the ones. */
export async function shownDifference(sql: Sql, of: OfMonth, difference: Difference) {
  const { reason, day, country, category, isFree, ledger, invoice } = difference;
  const sought = { ...of, day, country, category: category ?? "", isFree, limit: MOST_MESSAGES };
  const isLacking = invoice.messages > ledger.messages;
  const message_ids = isLacking
    ? await unreportedMessages(sql, sought, idsAround(day))
    : await chargedMessages(sql, sought);
  const about = { day, country: country === "" ? null : country, category, free: isFree };
  return { reason, detail: explain(difference), ...about, ledger, invoice, message_ids };
}

/** Of what was accepted up to two days before a day, whatever the zone. */
function idsAround(day: string): [string, string] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return [messageIdBound(midnight - 3 * DAY_MS), messageIdBound(midnight + 2 * DAY_MS)];
}
