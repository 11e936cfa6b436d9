import { beginningOf } from "../../../../lib/characters.ts";
import { isObject } from "../../../../lib/objects.ts";

/** Fields that hold words for people, in any kind of message (`WAProto/WAProto.proto`). */
const WORDS = [
  ...[
    "text",
    "conversation",
    "title",
    "name",
    "subtitle",
    "description",
    "body",
    "caption",
    "content",
    "contentText",
  ],
  ...[
    "footerText",
    "displayText",
    "displayName",
    "groupName",
    "newsletterName",
    "note",
    "noteMessage",
    "message",
  ],
  ...["question", "summary", "joinLink", "url"],
];

const DEEPEST = 4;
const MOST_CHARACTERS = 4096;

/** The words that a person could read in a message of a kind that is not known, a line each; empty when it has none. */
export function readableIn(body: unknown): string {
  return beginningOf([...new Set(wordsIn(body, DEEPEST))].join("\n"), MOST_CHARACTERS);
}

function wordsIn(value: unknown, levels: number): string[] {
  if (!isObject(value) || levels === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner === "string") return WORDS.includes(name) && inner.trim() !== "" ? [inner] : [];
    // what is quoted or linked was said elsewhere
    if (name === "contextInfo" || inner instanceof Uint8Array) return [];
    return Array.isArray(inner)
      ? inner.slice(0, MOST_CHARACTERS).flatMap((one) => wordsIn(one, levels - 1))
      : wordsIn(inner, levels - 1);
  });
}
