import type { useInput } from "ink";
import type { Move } from "./session.ts";

/** The meaning of a key. */
export type Press = Move | "details" | "help" | "back" | "pause" | "resume" | "end" | "interrupt";

export type Key = Parameters<Parameters<typeof useInput>[0]>[1];

const LETTERS: ReadonlyMap<string, Press> = new Map<string, Press>([
  ["k", "up"],
  ["j", "down"],
  ["\t", "next pane"],
  ["1", "channels"],
  ["2", "lanes"],
  ["3", "endpoints"],
  ["4", "errors"],
  ["\r", "details"],
  ["?", "help"],
  ["p", "pause"],
  ["r", "resume"],
  ["q", "end"],
  ["\u0003", "interrupt"],
]);

/** The single keys of an input: letters that are typed fast arrive together. */
export function pressesOf(typed: string, key: Key): Press[] {
  const special = specialOf(typed, key);
  if (special !== null) return [special];
  if (key.ctrl || key.meta) return [];
  return [...typed].flatMap((letter) => LETTERS.get(letter) ?? []);
}

function specialOf(typed: string, key: Key): Press | null {
  if (key.ctrl && typed === "c") return "interrupt";
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.pageUp) return "page up";
  if (key.pageDown) return "page down";
  if (key.tab) return key.shift ? "previous pane" : "next pane";
  if (key.return) return "details";
  return key.escape ? "back" : null;
}
