import { reachedTier } from "../../costs/rates/price.ts";
import type { Apply } from "./apply-kind.ts";

/** Applies changes of an account or number to its channels: status, limits, rate, and whether anything is sent. */
export const applyChannelNews: Apply<"channel"> = async (writes, channels, news, { rateCards }) => {
  for (const channel of channels) {
    const { organization_id, id: channel_id } = channel;
    for (const one of news) {
      const given = {
        status: one.status,
        status_reason: one.reason,
        quality_rating: one.qualityRating,
        messaging_limit: one.messagingLimit,
        stopped_until: one.stoppedUntil,
        new_contacts_until: one.newContactsUntil,
        new_contacts_reason: one.newContactsReason,
        new_chats: one.newChats,
        per_second: one.perSecond,
        international: one.international && JSON.stringify(one.international),
      };
      writes.add({ kind: "channel", organization_id, channel_id, given });
      const reached = one.tier === undefined ? null : reachedTier(rateCards, channel, one.tier);
      if (reached !== null) writes.add({ kind: "tier", organization_id, given: reached });
    }
  }
};
