import { isObject } from "../lib/objects.ts";
import type { Known, Note } from "./known.ts";
import { cleanName } from "./names.ts";

/** Members that are looked at in one call; what comes later is of kinds that were seen before. */
const MOST_MEMBERS = 5000;

/** Notes each member of a JSON value that is not known, and each word; what is in them is not looked at. */
export function noteStrangers(value: unknown, known: Known, note: Note): void {
  look(value, known, note, { members: MOST_MEMBERS });
}

function look(value: unknown, known: Known, note: Note, left: { members: number }): void {
  if (known.isOpen || left.members <= 0) return;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (--left.members < 0) return;
      look(item, known, note, left);
    }
  } else if (isObject(value)) {
    for (const name in value) {
      if (--left.members < 0) return;
      const inner = known.members.get(name);
      if (inner === undefined) note(`${known.path}.${cleanName(name)}`);
      else look(value[name], inner, note, left);
    }
  } else noteWord(value, known, note);
}

/** Notes a value that is none of the words that are known, where only some are. */
export function noteWord(value: unknown, { path, words }: Known, note: Note): void {
  if (words === null || value === null || value === undefined) return;
  if (!words.has(String(value))) note(`${path}=${cleanName(value)}`);
}
