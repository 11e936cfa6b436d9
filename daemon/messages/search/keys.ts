/**
 * What messages are found by in the index: their words and, of words of scripts without blanks, each two characters
 * that follow each other, and the last one alone. The index has all that a search finds, and more: what it yields is
 * compared with the texts themselves.
 */

import { beginningOf } from "../../lib/characters.ts";
import { type Word, wordsOf } from "./words.ts";

/** Of a longer word only the beginning is in the index, and of a longer text: both in UTF-16. */
const LONGEST_KEY = 40;
const LONGEST_TEXT = 10_000;
/** A search looks up no more of its words; the texts have to have the others as well. */
const MOST_KEYS = 8;
/** Begins the key that all messages of a channel have; no word holds it. */
const CHANNEL = "\u0001";

/** What a text is found by. */
export function keysOfText(text: string): Set<string> {
  const keys = new Set<string>();
  for (const word of wordsOf(text.slice(0, LONGEST_TEXT)))
    for (const key of word.isUnspaced ? pairsOf(word.folded, true) : [beginningOf(word.folded, LONGEST_KEY)])
      keys.add(key);
  return keys;
}

/** How the keys begin that a message must have for all of these words, the longest first. */
export function keysOfSearch(words: readonly Word[]): string[] {
  const keys = words.flatMap(({ folded, isUnspaced }) =>
    isUnspaced ? pairsOf(folded, false) : [beginningOf(folded, LONGEST_KEY)],
  );
  return [...new Set(keys)].sort((one, other) => other.length - one.length).slice(0, MOST_KEYS);
}

export function keyOfChannel(channelId: string): string {
  return CHANNEL + channelId;
}

/** Each two characters that follow each other; the last one alone if there is no other, or `withLast`. */
function pairsOf(folded: string, withLast: boolean): string[] {
  const characters = [...folded];
  const pairs = characters.slice(1).map((character, nth) => `${characters[nth]}${character}`);
  return withLast || pairs.length === 0 ? [...pairs, characters.at(-1) ?? ""] : pairs;
}
