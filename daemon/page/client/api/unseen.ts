import type { ReactNode } from "react";

/** Blanks, and characters that join, hide or turn around others. */
const NOTHING_SEEN = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** They turn around what follows them in a line (Unicode, "Bidirectional Algorithm"). */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** What somebody wrote, or what stands in its place where nothing of it would be seen. */
export function seenOr<Text extends ReactNode>(text: Text, instead: string): Text | string {
  return typeof text === "string" && NOTHING_SEEN.test(text) ? instead : text;
}

/** Code as it is, whatever it makes of the line: what turns others around is written as in JSON. */
export function inItsOrder(code: string): string {
  return code.replace(
    TURNING,
    (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
