import { isBefore } from "../http/versions.ts";
import type { Accepted } from "../messages/message-log.ts";
import type { Status } from "../messages/recipients.ts";

const DAY_MS = 24 * 3600_000;

/**
 * The `conversation` of a status: of all versions the window after an ad, and in those before v24.0 one of a number, a
 * person and a category. Its end comes with `sent` (`Conversation` in Meta's OpenAPI file).
 */
export function conversationOf(call: Accepted, status: Status, version: string): object {
  const { phone, to, category, at, bill } = call;
  if (bill !== null && bill.window !== null)
    return shown(bill.window.id, bill.window.until, "referral_conversion", status);
  if (!isBefore(version, 24)) return {};
  const type = category ?? "service";
  const id = new Bun.CryptoHasher("md5").update(`${phone.id} ${to} ${type}`).digest("hex");
  return shown(id, at + DAY_MS, type, status);
}

function shown(id: string, until: number, type: string, status: Status): object {
  const end = status === "sent" ? { expiration_timestamp: String(Math.floor(until / 1000)) } : {};
  return { conversation: { id, ...end, origin: { type } } };
}
