import { codeOf } from "../groups/refusal.ts";
import type { Through } from "../groups/through.ts";
import type { BlockRequest, SessionAnswer } from "./request.ts";

/** Blocks somebody, or unblocks them (Baileys: `updateBlockStatus` in Socket/chats.js). Never rejects. */
export async function block(
  { socket }: Through,
  { person, blocked }: BlockRequest,
): Promise<SessionAnswer<"block">> {
  try {
    await socket.updateBlockStatus(person, blocked ? "block" : "unblock");
    return { result: null };
  } catch (cause) {
    const code = codeOf(cause);
    const text = cause instanceof Error ? cause.message : String(cause);
    return { refusal: { reason: code === null ? "no_response" : "refused", code, text } };
  }
}
