import { newMessageId } from "../../lib/ids.ts";
import type { Apply } from "./apply-kind.ts";

/** Applies voice calls: each step is one event, even if the person is unknown. */
export const applyCalls: Apply<"call"> = async (writes, channels, calls) => {
  for (const { organization_id, id: channel_id } of channels) {
    for (const { kind: _, callId: call_id, person, unanswered, ...rest } of calls) {
      const more = unanswered && { user_id: unanswered.userId, group_id: unanswered.groupId };
      const ids = { call_id, remembered: newMessageId(), reply_id: newMessageId() };
      const given = { ...ids, ...person, ...rest, unanswered: more };
      writes.add({ kind: "call", organization_id, channel_id, given });
    }
  }
};
