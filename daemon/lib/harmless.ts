/** Control characters, what ends lines elsewhere, and what turns the direction of writing. */
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * A text of other people, on one line, as a terminal may show it: what it would obey becomes `\u001b` and the like. JSON
 * still means the same.
 */
export function harmless(text: string): string {
  return text.replace(HARMFUL, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
