import { clip } from "../text/clip.ts";
import { harmless } from "../text/harmless.ts";
import type { Style } from "../text/style.ts";
import { type Marks, plainCell } from "./column.ts";

/**
 * A text with its marked parts in bold, in so much room: what is cut at its beginning leaves some words before the
 * first of them.
 */
export function formatMarked(text: string, marks: Marks, room: number, style: Style): string {
  const characters = [...plainCell(text)];
  const first = marks[0]?.[0] ?? 0;
  const from = isRoom(harmless(characters.join("")), room)
    ? 0
    : beginningBefore(characters, first, Math.floor(room / 3));
  const beginning = from === 0 ? "" : "…";
  return beginning + fitPieces(piecesOf(characters, from, marks), room - beginning.length, style);
}

type Piece = { text: string; isMarked: boolean };

/** The text from a place on, parted where a mark begins or ends. */
function piecesOf(characters: readonly string[], from: number, marks: Marks): Piece[] {
  const pieces: Piece[] = [];
  let place = from;
  const add = (end: number, isMarked: boolean) => {
    pieces.push({ text: harmless(characters.slice(place, end).join("")), isMarked });
    place = end;
  };
  for (const [start, length] of marks) {
    add(start, false);
    add(start + length, true);
  }
  add(characters.length, false);
  return pieces;
}

/** As much of the pieces as there is room for. */
function fitPieces(pieces: readonly Piece[], room: number, { bold }: Style): string {
  let shown = "";
  let left = room;
  for (const { text, isMarked } of pieces) {
    const fitting = left > 0 && text !== "" ? clip(text, left) : "";
    shown += isMarked && fitting !== "" ? bold(fitting) : fitting;
    left = fitting === text ? left - Bun.stringWidth(text) : 0;
  }
  return shown;
}

const isRoom = (text: string, room: number) => Bun.stringWidth(text) <= room;

/** Where to begin, so that what comes before a place is no wider than `room`: at the beginning of a word, if there is one. */
function beginningBefore(characters: readonly string[], place: number, room: number): number {
  let from = place;
  while (from > 0 && isRoom(characters.slice(from - 1, place).join(""), room)) from -= 1;
  if (from === 0) return 0;
  const word = characters.slice(from, place).indexOf(" ");
  return word < 0 ? from : from + word + 1;
}
