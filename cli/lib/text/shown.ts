import { harmless } from "./harmless.ts";

/** Additions to an emoji: a skin tone, a variation selector, another emoji. */
const JOINED = /\u200d\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}]|\ufe0f/gu;

/**
 * Text by others, made fit for columns of a terminal: harmless, and each emoji as its plain form. Terminals
 * disagree about the width of a family or a skin tone, and one column too many breaks the line.
 */
export function shown(text: string): string {
  return harmless(text.replace(JOINED, ""));
}
