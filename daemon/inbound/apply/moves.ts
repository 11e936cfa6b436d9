import { newMessageId } from "../../lib/ids.ts";
import type { Apply } from "./apply-kind.ts";

/** People who changed their number or user id stay the contacts they are. */
export const applyMoves: Apply<"move"> = async (writes, channels, moves) => {
  for (const { organization_id, id: channel_id } of channels) {
    for (const { providerMessageId: provider_message_id, from, to } of moves) {
      const given = { provider_message_id, remembered: newMessageId(), from, to };
      writes.add({ kind: "move", organization_id, channel_id, given });
    }
  }
};
