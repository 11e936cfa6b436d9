import { graphemes } from "../../../lib/text/fit.ts";

/** A text that is being typed: what is before the cursor and what is behind it. */
export type Editor = { before: string; after: string };

export type Edit = "left" | "right" | "start" | "end" | "erase" | "erase word" | "erase line";

export const EMPTY: Editor = { before: "", after: "" };

export function textOf({ before, after }: Editor): string {
  return before + after;
}

/** The text with the cursor at its end. */
export function editorOf(text: string): Editor {
  return { before: text, after: "" };
}

/** The text with more of it where the cursor is. */
export function typed({ before, after }: Editor, text: string): Editor {
  return { before: before + text, after };
}

/** The text after a key: what a person sees as one letter is one. */
export function edited({ before, after }: Editor, edit: Edit): Editor {
  const previous = graphemes(before).at(-1) ?? "";
  const next = graphemes(after)[0] ?? "";
  const left = before.slice(0, before.length - previous.length);
  switch (edit) {
    case "left":
      return { before: left, after: previous + after };
    case "right":
      return { before: before + next, after: after.slice(next.length) };
    case "start":
      return { before: "", after: before + after };
    case "end":
      return { before: before + after, after: "" };
    case "erase":
      return { before: left, after };
    case "erase word":
      return { before: before.replace(/\S*\s*$/u, ""), after };
    case "erase line":
      return { before: "", after };
  }
}
