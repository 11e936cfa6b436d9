import type { Message } from "../../lib/api/types/messages.ts";

/** What ends a wait that does not end by itself, by its reason. */
const ENDS: Readonly<Record<string, string>> = {
  not_paired: "waypost channels pair",
  disconnected: "waypost channels connect",
  channel_paused: "waypost channels resume",
};

/** A sentence on what a message waits for, with the command that ends it; null when it waits for nothing. */
export function describeWait({ waiting_for, channel_id }: Pick<Message, "waiting_for" | "channel_id">) {
  if (waiting_for === null || waiting_for === undefined) return null;
  const { reason, detail } = waiting_for;
  const end = ENDS[reason];
  return end === undefined ? detail : `${detail.replace(/\.$/, "")}: ${end} ${channel_id}`;
}
