import type { AskedBefore } from "../../db/past/asked-before.ts";
import type { EarlierRequest } from "../providers/whatsapp-web/requests/request.ts";

/** The question for what was written in a chat before a message. */
export function earlierThan({ remote_jid, address, user_id, ...oldest }: AskedBefore): EarlierRequest {
  return {
    kind: "earlier",
    chat: remote_jid ?? user_id ?? `${address}@s.whatsapp.net`,
    oldest: {
      id: oldest.provider_message_id,
      isOwn: oldest.direction === "outbound",
      at: oldest.at.getTime(),
      participant: oldest.participant,
    },
  };
}
