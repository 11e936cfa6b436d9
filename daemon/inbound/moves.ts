import { moveIdentities } from "../../db/provider-webhooks.ts";
import { newMessageId } from "../ids.ts";
import type { Apply } from "./apply.ts";

/** People who changed their number or user id stay the contacts they are. */
export const applyMoves: Apply<"move"> = async (sql, channels, moves) => {
  for (const channel of channels) {
    const key = { organizationId: channel.organization_id, channelId: channel.id };
    for (const { providerMessageId, from, to } of moves) {
      await moveIdentities(sql, key, { providerMessageId, remembered: newMessageId(), from, to });
    }
  }
};
