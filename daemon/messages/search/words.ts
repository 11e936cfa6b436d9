/**
 * The words of a text, as they are compared: without case and accents. Scripts that put no blanks between words
 * (Chinese, Japanese, Thai, Lao, Khmer, Burmese) make one word up to the next blank or mark.
 */

/** A word: as it is compared, and where it stands in its text (UTF-16, as JavaScript counts). */
export type Word = { folded: string; at: number; length: number; isUnspaced: boolean };

/** Letters, digits, the marks on them, and the places where a word may be parted (soft hyphens). */
const WORD = /[\p{L}\p{N}\p{M}\u00ad]+/gu;
const UNSPACED =
  "\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}";
const PARTS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
/** No letter before the Thai ones is of such a script: most words need no closer look. */
const LATE_LETTER = /[\u0e00-\uffff]/;

/** Soft hyphens, accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs and the stretching line of Arabic. */
const ACCENTS = /\u00ad|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
/** Letters that are their own for Unicode, and that people without their key write otherwise. */
const STROKES: Record<string, string> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ŧ: "t", æ: "ae", œ: "oe", þ: "th", ς: "σ" },
};
const STROKE = new RegExp(`[${Object.keys(STROKES).join("")}]`, "g");
const NOT_ASCII = /[\u0080-\uffff]/;

/** A word as it is compared. */
export function fold(word: string): string {
  if (!NOT_ASCII.test(word)) return word.toLowerCase();
  // capitals between: ß has no other way to ss, nor ı to i; and ẞ none but by ß
  const bare = word.normalize("NFKD").replace(ACCENTS, "").toLowerCase().toUpperCase().toLowerCase();
  return bare.replace(STROKE, (letter) => STROKES[letter] ?? letter).normalize("NFC");
}

/** The words of a text, in their order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!LATE_LETTER.test(word)) words.push(wordAt(word, index, false));
    else
      for (const { 0: part, index: within } of word.matchAll(PARTS))
        words.push(wordAt(part, index + within, IS_UNSPACED.test(part)));
  }
  return words.filter(({ folded }) => folded !== "");
}

function wordAt(word: string, at: number, isUnspaced: boolean): Word {
  return { folded: fold(word), at, length: word.length, isUnspaced };
}
