/** Control characters, what ends lines elsewhere, and what turns the direction of writing. */
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * A text of other people, on one line, as a terminal may show it: what it would obey becomes `\u001b` and the like. JSON
 * still means the same.
 */
export function harmless(text: string): string {
  return text.replace(HARMFUL, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What a program says of itself as one line, in letters that don't turn the page around, of so many characters at most. */
export function oneLine(text: string, most: number, otherwise: string): string {
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return Array.from(plain).slice(0, most).join("").trim() || otherwise;
}
