import { failureInWords } from "../../../parts/alarms/failure.ts";
import { isOfNumber, waitInWords } from "../../../parts/alarms/wait.ts";
import { INBOX } from "../../../view-words.ts";
import type { Message } from "../types.ts";

type Reasoned = Pick<
  Message,
  "direction" | "error" | "status" | "waiting_for" | "possible_duplicate" | "channel_id"
>;

export function hasFailed({ status, direction, error }: Reasoned): boolean {
  return status === "failed" || (direction === "inbound" && error !== null);
}

/** Why a message waits, was not delivered, or may have arrived twice, in words. */
export function reasonOf(message: Reasoned): string | null {
  if (hasFailed(message)) return message.error === null ? INBOX.notSent : failureInWords(message.error);
  const wait = waitInWords(message.waiting_for);
  if (wait !== null) return wait;
  if (message.status === "cancelled") return INBOX.cancelled;
  return message.possible_duplicate ? INBOX.twice : null;
}

/** What holds up the last of ours and others before it alike, to be said once; with the number, where that is meant. */
export function commonReason(
  messages: readonly Reasoned[],
): { words: string; channelId: string | null; isOptOut: boolean } | null {
  const ours = messages.filter(({ direction }) => direction === "outbound");
  const last = ours.at(-1);
  const words = last === undefined ? null : reasonOf(last);
  if (last === undefined || words === null || last.status === "cancelled") return null;
  if (ours.filter((one) => reasonOf(one) === words).length < 2) return null;
  const channelId = isOfNumber(last.waiting_for) ? last.channel_id : null;
  return { words, channelId, isOptOut: last.error?.code === "recipient_opted_out" };
}
