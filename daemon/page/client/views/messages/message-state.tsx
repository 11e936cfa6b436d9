import { State } from "../../parts/state.tsx";
import { MESSAGES } from "../../view-words.ts";
import { type Message, STATUS_TONES } from "./states.ts";

/** Where a message is. What came in has no way to go. */
export function MessageState({ direction, status }: Pick<Message, "direction" | "status">) {
  if (direction === "inbound") return <State tone="quiet">{MESSAGES.statuses.received}</State>;
  return <State tone={STATUS_TONES[status] ?? "quiet"}>{MESSAGES.statuses[status] ?? status}</State>;
}
