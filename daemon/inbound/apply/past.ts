import type { ChannelRow } from "../../../db/channels/channels.ts";
import { storePastMessages } from "../../past/store.ts";
import type { PastMessage } from "../../providers/past-message.ts";
import type { Apply } from "./apply-kind.ts";

/** Messages that are stored before the next sign of life. */
const AT_ONCE = 1000;
const DAYS_MS = 90 * 24 * 3600_000;

/**
 * Messages of before become records of which nothing else comes. They are stored at once, a part at a time, as there may be
 * thousands: a replay stores none twice.
 */
export const applyPast: Apply<"past"> = async (writes, channels, past, known) => {
  const messages = past.map(({ message }) => message);
  for (const channel of channels) {
    const wanted = wantedBy(channel, messages);
    const key = { organizationId: channel.organization_id, channelId: channel.id };
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      await storePastMessages(known.past, key, wanted.slice(start, start + AT_ONCE));
      await writes.keep();
    }
  }
};

function wantedBy({ settings }: ChannelRow, messages: readonly PastMessage[]): readonly PastMessage[] {
  const { history = "none" } = settings;
  if (history === "none") return [];
  if (history === "full") return messages;
  const since = Date.now() - DAYS_MS;
  return messages.filter(({ at }) => at.getTime() > since);
}
