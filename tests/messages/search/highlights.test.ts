/** Where the words of a search are in a text. */
import { expect, test } from "bun:test";
import { highlightsIn } from "../../../daemon/messages/search/highlights.ts";
import { keysOfSearch, keysOfText } from "../../../daemon/messages/search/keys.ts";
import { wordsOf } from "../../../daemon/messages/search/words.ts";

const marked = (text: string, q: string, from = 0) =>
  highlightsIn(text, from, wordsOf(q))?.map(([start, length]) =>
    [...text].slice(start, start + length).join(""),
  );

const PLACES: [name: string, text: string, q: string, marked: string[] | undefined][] = [
  ["the beginning of a word", "Tomorrow at nine", "tom NIN", ["Tom", "nin"]],
  ["not its middle", "Tomorrow", "morrow", undefined],
  ["every place", "An ant and an aunt", "an", ["An", "an", "an", "an"]],
  ["behind emoji of several parts", "👩‍👩‍👧 🎉 party", "party", ["party"]],
  ["a letter with its accent", "re\u0301sume\u0301 résumé", "resume", ["re\u0301sume\u0301", "résumé"]],
  ["half of a word whose letters become two", "Straße", "stras", ["Straß"]],
  ["letters that are written together", "ﬁnance Æther", "fin aeth", ["ﬁn", "Æth"]],
  ["words that overlap in scripts without blanks", "東京都庁", "東京 京都", ["東京都"]],
  ["a capital ẞ", "STRAẞE", "strasse", ["STRAẞE"]],
  ["a word that may be parted", "Kunden\u00adnummer", "kundennum", ["Kunden\u00adnum"]],
  ["marks and numbers", "Order #4711-B, 19:30", "4711 b 19 30", ["4711", "B", "19", "30"]],
];

test.each(PLACES)("%s", (_, text, q, expected) => {
  expect(marked(text, q)).toEqual(expected);
});

test("nothing before what was said is found", () => {
  expect(marked("Image: an image", "image", 7)).toEqual(["image"]);
  expect(marked("Image: a cat", "image", 7)).toBeUndefined();
});

test("whatever is in a text is found by what the index has of it", () => {
  for (const [, text, q, expected] of PLACES.filter(([, , , places]) => places !== undefined)) {
    const keys = [...keysOfText(text)];
    const isFound = keysOfSearch(wordsOf(q)).every((key) => keys.some((one) => one.startsWith(key)));
    expect([text, isFound, expected !== undefined]).toEqual([text, true, true]);
  }
});

test("no key is too long for an index or has half a letter, and long texts have no end of them", () => {
  const long = `${"a".repeat(39)}𠮷${"b".repeat(5000)} ${Array.from({ length: 20_000 }, (_, nth) => `w${nth}`).join(" ")}`;
  const keys = [...keysOfText(long)];
  expect(keys.every((key) => key.length <= 40 && key.isWellFormed())).toBe(true);
  expect(keys.length).toBeLessThan(5000);
});
