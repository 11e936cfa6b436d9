import type { GroupRefusal } from "../../groups.ts";
import { codeOf } from "../groups/refusal.ts";

/** Baileys' words where a phone has not given the key (`appPatch` in Socket/chats.js, `encodeSyncdPatch` in Utils/chat-utils.js). */
const NO_KEY = /app ?state ?key/i;

/** Whether a change of what a phone shares with its devices failed because it has not given them the key. */
export function lacksKey(words: string): boolean {
  return NO_KEY.test(words);
}

/** What a person reads then. */
export const LACKS_KEY =
  "the phone has not yet given what this is changed with; open WhatsApp on it, and try again";

/** Changes what a phone shares with its devices, such as which chats are archived. Never rejects. */
export async function changeShared(
  change: () => Promise<void>,
): Promise<{ result: null } | { refusal: GroupRefusal }> {
  try {
    await change();
    return { result: null };
  } catch (cause) {
    const code = codeOf(cause);
    const text = cause instanceof Error ? cause.message : String(cause);
    if (lacksKey(text)) return { refusal: { reason: "refused", code, text: LACKS_KEY } };
    return { refusal: { reason: code === null ? "no_response" : "refused", code, text } };
  }
}
