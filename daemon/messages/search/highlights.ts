/** Where the words of a search are in a text. */
import { codePoints } from "../../lib/characters.ts";
import { fold, type Word, wordsOf } from "./words.ts";

/** Where it begins and how long it is, in code points. */
export type Highlight = [start: number, length: number];

/**
 * Where a text has the words of a search, in order and without overlap; null when it does not have all of them. A word
 * is found where another one begins with it; in scripts without blanks anywhere. Nothing before `from` (UTF-16) is
 * searched.
 */
export function highlightsIn(text: string, from: number, sought: readonly Word[]): Highlight[] | null {
  const words = wordsOf(text.slice(from));
  const places: [number, number][] = [];
  for (const one of sought) {
    const hits = words.flatMap((word) => placesIn(text, from, word, one));
    if (hits.length === 0) return null;
    places.push(...hits);
  }
  return inCodePoints(text, joined(places));
}

/** Where a word has a sought one: beginnings and ends in the text. */
function placesIn(text: string, from: number, word: Word, sought: Word): [number, number][] {
  if (word.isUnspaced !== sought.isUnspaced) return [];
  const at = from + word.at;
  const source = text.slice(at, at + word.length);
  return occurrences(word, sought).map((place): [number, number] => [
    at + sourceLength(source, place),
    at + sourceLength(source, place + sought.folded.length),
  ]);
}

function occurrences({ folded, isUnspaced }: Word, sought: Word): number[] {
  if (!isUnspaced) return folded.startsWith(sought.folded) ? [0] : [];
  const places: number[] = [];
  for (
    let place = folded.indexOf(sought.folded);
    place >= 0;
    place = folded.indexOf(sought.folded, place + 1)
  )
    places.push(place);
  return places;
}

/** How much of a word makes so much of the folded one; an accent goes with its letter. */
function sourceLength(source: string, folded: number): number {
  if (folded === 0) return 0;
  let length = 0;
  let made = 0;
  for (const character of source) {
    const piece = fold(character).length;
    if (made >= folded && piece > 0) break;
    made += piece;
    length += character.length;
  }
  return length;
}

/** The places in order, those that touch or overlap as one. */
function joined(places: [number, number][]): [number, number][] {
  const whole: [number, number][] = [];
  for (const [start, end] of places.sort(([one], [other]) => one - other)) {
    const last = whole.at(-1);
    if (last === undefined || start > last[1]) whole.push([start, end]);
    else last[1] = Math.max(last[1], end);
  }
  return whole;
}

function inCodePoints(text: string, places: readonly [number, number][]): Highlight[] {
  let before = 0;
  let counted = 0;
  return places.map(([start, end]) => {
    counted += codePoints(text.slice(before, start));
    before = start;
    return [counted, codePoints(text.slice(start, end))];
  });
}
