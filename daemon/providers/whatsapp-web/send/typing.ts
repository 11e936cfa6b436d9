import type { Draft } from "../encode/draft.ts";

const LEAST_PER_CHARACTER_MS = 30;
const MOST_PER_CHARACTER_MS = 80;
const LONGEST_MS = 10_000;

/** How long writing a draft would take a person, in milliseconds; 0 when there is nothing to write. */
export function typingMs(draft: Draft): number {
  if (draft.do !== "send") return 0;
  const { content } = draft;
  const words =
    content.show === "text" ? content.text : content.show === "file" ? (content.file.caption ?? "") : "";
  const eachMs = LEAST_PER_CHARACTER_MS + Math.random() * (MOST_PER_CHARACTER_MS - LEAST_PER_CHARACTER_MS);
  return Math.min(LONGEST_MS, words.length * eachMs);
}
