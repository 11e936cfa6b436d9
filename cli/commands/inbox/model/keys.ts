import type { useInput } from "ink";
import { graphemes } from "../../../lib/text/fit.ts";
import type { Edit } from "./editor.ts";

export type Key = Parameters<Parameters<typeof useInput>[0]>[1];

/** The meaning of a key: a move, an edit of the text, or a letter. */
export type Press =
  | { kind: "move"; move: Move }
  | { kind: "edit"; edit: Edit }
  | { kind: "letter"; letter: string }
  | { kind: "enter" | "tab" | "back" | "line" | "interrupt" };

export type Move = "up" | "down" | "page up" | "page down" | "first" | "last";

/** The single keys of an input: letters that are typed fast arrive together. */
export function pressesOf(input: string, key: Key): Press[] {
  const special = specialOf(input, key);
  if (special !== null) return [special];
  if (key.ctrl || key.meta) return [];
  return graphemes(input).flatMap(letterOf);
}

const CONTROLS: Readonly<Record<string, Press>> = {
  c: { kind: "interrupt" },
  j: { kind: "line" },
  a: { kind: "edit", edit: "start" },
  e: { kind: "edit", edit: "end" },
  w: { kind: "edit", edit: "erase word" },
  u: { kind: "edit", edit: "erase line" },
};

function specialOf(input: string, key: Key): Press | null {
  if (key.ctrl) return CONTROLS[input] ?? null;
  if (key.return) return { kind: key.meta || key.shift ? "line" : "enter" };
  if (key.escape) return { kind: "back" };
  if (key.tab) return { kind: "tab" };
  const edit = editOf(key);
  if (edit !== null) return { kind: "edit", edit };
  const move = moveOf(key);
  return move === null ? null : { kind: "move", move };
}

function editOf(key: Key): Edit | null {
  if (key.leftArrow) return "left";
  if (key.rightArrow) return "right";
  // what terminals send for the key above Enter is called delete by some
  if (key.backspace || key.delete) return "erase";
  return null;
}

function moveOf(key: Key): Move | null {
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.pageUp) return "page up";
  if (key.pageDown) return "page down";
  if (key.home) return "first";
  return key.end ? "last" : null;
}

function letterOf(letter: string): Press[] {
  if (letter === "\r") return [{ kind: "enter" }];
  if (letter === "\n" || letter === "\r\n") return [{ kind: "line" }];
  if (letter === "\t") return [{ kind: "tab" }];
  if (letter === "\u0003") return [{ kind: "interrupt" }];
  return /^\p{Cc}/u.test(letter) ? [] : [{ kind: "letter", letter }];
}
