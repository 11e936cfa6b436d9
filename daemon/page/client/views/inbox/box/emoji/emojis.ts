import { emojiLines } from "./emoji-lines.ts" with { type: "macro" };

export type Emoji = { emoji: string; name: string; group: number; words: string };

/** All emojis, in the order of keyboards. */
export const EMOJIS: readonly Emoji[] = emojiLines()
  .split("\n")
  .map((line) => {
    const [emoji = "", name = "", group = "", words = ""] = line.split("\t");
    return { emoji, name, group: Number(group), words: ` ${name} ${words}`.toLowerCase() };
  });

/** The emojis of which every word is found at the beginning of one of theirs; those named so first. */
export function findEmojis(sought: string, most: number): readonly Emoji[] {
  const words = sought
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== "");
  const found = EMOJIS.filter((one) => words.every((word) => one.words.includes(` ${word}`)));
  const isNamed = ({ name }: Emoji) => name.toLowerCase().startsWith(words[0] ?? "");
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))].slice(0, most);
}
