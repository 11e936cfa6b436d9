/**
 * How long a text is. JSON Schema's `maxLength` counts code points (draft 2020-12, validation, 6.3.1), and so do all
 * limits of the API; short labels count characters as people see them, as WhatsApp's apps do: an emoji is one,
 * however many code points it is made of.
 */
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Code points of a text. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The beginning of a text, at most so long in UTF-16. Ends with no half of a surrogate pair, which Postgres can't store. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Characters of a text as people count them: grapheme clusters. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
