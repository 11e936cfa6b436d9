const MARKS = /\p{M}/gu;
/** Scripts that are written without spaces. */
const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+$/u;
/** Shorter words are only read where they stand alone: "no" is in many others. */
const SHORTEST_PART = 3;

const WITHOUT_STROKE: Readonly<Record<string, string>> = { đ: "d", ł: "l", ø: "o" };

/**
 * The words of a heading in small letters, without accents and punctuation; the Turkish dotless i and ß as they are
 * written in capitals. `MobilePhone` and `mobile_phone` are two words; numbers at the end of a word are left out.
 */
export function wordsOf(heading: string): string[] {
  const text = heading
    .replace(/whats[\s-]?app/gi, " whatsapp ")
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .normalize("NFKD")
    .replace(MARKS, "")
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .replace(/[đłø]/g, (letter) => WITHOUT_STROKE[letter] ?? letter);
  const words = text.split(/[^\p{L}\p{N}]+/u).map((word) => word.replace(/(?<=\p{L}{3})\d+$/u, ""));
  return words.filter((word) => word !== "");
}

/** A set of words as they are compared. */
export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(",").flatMap((word) => wordsOf(word).join(""))));
}

/** The parts that a word is made of, all of them known: `handynummer` is two. Null when it is made of anything else. */
export function partsOf(word: string, known: ReadonlySet<string>): string[] | null {
  if (known.has(word)) return [word];
  const shortest = WITHOUT_SPACES.test(word) ? 1 : SHORTEST_PART;
  for (let length = word.length - shortest; length >= shortest; length--) {
    const first = word.slice(0, length);
    const rest = known.has(first) ? partsOf(word.slice(length), known) : null;
    if (rest?.every((part) => part.length >= shortest)) return [first, ...rest];
  }
  return null;
}
