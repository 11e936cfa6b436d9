import type { CallContent } from "../message-types/received/call.ts";
import type { ReceivedMessage } from "./inbound.ts";

type Sides = Pick<
  ReceivedMessage,
  "direction" | "person" | "alias" | "fromPhone" | "userId" | "participant" | "at"
>;

/**
 * What stands for a call among the messages of a conversation, once it has ended. Somebody whose call nobody took waits
 * for an answer.
 */
export function callMessage(sides: Sides, content: CallContent): ReceivedMessage {
  return {
    kind: "message",
    providerMessageId: content.call_id,
    ...sides,
    name: null,
    type: content.outcome === "taken" ? "call" : "missed_call",
    content,
    media: null,
    order: null,
  };
}
