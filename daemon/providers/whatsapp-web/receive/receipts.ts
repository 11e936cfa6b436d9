import type { BinaryNode } from "baileys";
import type { ReportedStatus } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";

type Status = ReportedStatus["status"];

/**
 * What receipts say of messages that we sent; other types (retries, receipts of
 * our own devices for others' messages) say nothing.
 * Source: Baileys, `Utils/generics` (getStatusFromReceiptType) and `Socket/messages-recv`.
 */
const STATUSES: Record<string, Status> = {
  "": "delivered",
  sender: "sent",
  read: "read",
  played: "played",
};

/** The statuses in a receipt; none when it is not about a message of ours. */
export function readReceipt({ attrs, content }: BinaryNode): ReportedStatus[] {
  const { id, type = "", from = "", recipient } = attrs;
  const status = Object.hasOwn(STATUSES, type) ? STATUSES[type] : undefined;
  // with a recipient it comes from a device of ours; only `sender` is then about what we sent
  if (status === undefined || id === undefined) return [];
  if (!isAnswering(from) || (recipient !== undefined && type !== "sender")) return [];
  const more = Array.isArray(content) ? content.flatMap(itemsOf) : [];
  const at = momentOf(attrs.t);
  return [id, ...more].map((providerMessageId) => statusFact(providerMessageId, status, at));
}

/** The ids of messages that the number's own phone, or another device of it, says are read; none of other receipts. */
export function readElsewhere({ attrs, content }: BinaryNode, isOwn: (jid: string) => boolean): string[] {
  const { id, type, from = "", recipient, participant } = attrs;
  const isOurs = recipient === undefined ? participant !== undefined && isOwn(participant) : isOwn(from);
  // the second, where the account shows nobody what it read
  if (id === undefined || !isOurs || (type !== "read" && type !== "read-self")) return [];
  return [id, ...(Array.isArray(content) ? content.flatMap(itemsOf) : [])];
}

/** A status of one message, by WhatsApp's id. */
export function statusFact(
  providerMessageId: string,
  status: Status,
  at: Date,
  error: ReportedStatus["error"] = null,
): ReportedStatus {
  return {
    kind: "status",
    messageId: null,
    providerMessageId,
    status,
    at,
    error,
    pricing: null,
    recipient: null,
  };
}

/** The ids beside the first, of a receipt for several messages. */
function itemsOf({ content }: BinaryNode): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(({ tag, attrs }) => (tag === "item" && attrs.id !== undefined ? [attrs.id] : []));
}

/** Whether receipts from an address say how far a message got: a person's, or those of people in a group. */
function isAnswering(jid: string): boolean {
  return /@(g\.us|s\.whatsapp\.net|lid|c\.us|hosted|hosted\.lid)$/.test(jid);
}
