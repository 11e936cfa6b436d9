/**
 * Whether a change of what a phone shares with its devices failed because it has not given them the key: Baileys' words
 * (`appPatch` in Socket/chats.js, `encodeSyncdPatch` in Utils/chat-utils.js).
 */
export function lacksKey(words: string): boolean {
  return /app ?state ?key/i.test(words);
}

/** What a person reads then. */
export const LACKS_KEY =
  "the phone has not yet given what this is changed with; open WhatsApp on it, and try again";
