/** Characters that are not seen: direction marks, joiners, soft hyphens, selectors of emoji. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}\u2800\u0640]/gu;
/**
 * Marks that people leave out, once they are apart from their letters: accents of Latin, Greek and Cyrillic, vowel marks
 * and hamza of Arabic, points of Hebrew, the nukta of Devanagari. Those of other scripts make other words.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u0621]/gu;
/** Accents that stand for an apostrophe; the compatibility form has a space in their place. */
const LONE_ACCENTS = /[´΄᾽᾿′ʹ]/gu;
const APOSTROPHES = /(\p{L})[’'‘`ʼ](?=\p{L})/gu;
const BETWEEN_WORDS = /[\p{P}\p{S}\s]+/gu;

/** Letters that people write for each other, and that Unicode keeps apart. */
const SAME_LETTERS: Readonly<Record<string, string>> = {
  ...{ ı: "i", ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", æ: "ae", œ: "oe", þ: "th", ς: "σ" },
  ...{ ة: "ه", ى: "ي", ی: "ي", ې: "ي", ک: "ك", ٱ: "ا", ہ: "ه", ھ: "ه", ە: "ه" },
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(SAME_LETTERS).join("")}]`, "gu");

/**
 * A word or a few in the form that is compared, the same for all that a person would call the same words: whatever their
 * case, accents, punctuation, emoji and unseen characters, and with or without a hyphen or a space between them. Letters
 * that stand alone stay apart: `S T O P` is no word.
 */
export function plainWord(text: string): string {
  const words = text
    .replace(LONE_ACCENTS, "'")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(UNSEEN, "")
    .replace(MARKS, "")
    .replace(OTHER_LETTERS, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(APOSTROPHES, "$1")
    .replace(BETWEEN_WORDS, " ")
    .trim()
    .split(" ");
  return words.join(words.every((word) => [...word].length > 1) ? "" : " ");
}
