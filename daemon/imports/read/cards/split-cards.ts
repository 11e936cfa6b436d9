import { FILE_START, type Piece, type Place, type Splitter } from "../piece.ts";
import { createLineSplitter } from "../split-lines.ts";

/** Pictures and sounds are dropped: they can be larger than everything else together, and no contact has them. */
const LEFT_OUT = /^(?:[\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/i;
const BEGIN = /^BEGIN:VCARD\s*$/i;
const END = /^END:VCARD\s*$/i;
/** A line that begins like this continues the one before it (RFC 6350, section 3.2). */
const GOES_ON = /^[ \t]/;
/**
 * The largest card that is read, in bytes without pictures: the time to read one grows with
 * the square of its size.
 */
const MOST_CARD_BYTES = 128 * 1024;
/** Enough bytes of a line to recognise it. */
const LOOK_BYTES = 40;

type Card = { line: number; lines: Uint8Array[]; size: number; fault: string | undefined };

/** Splits a file of vCards into cards without their pictures. Text between cards is returned with a fault. */
export function createCardSplitter(start: Place = FILE_START, mostBytes = MOST_CARD_BYTES): Splitter {
  const lines = createLineSplitter(start, mostBytes);
  let card: Card | null = null;
  let leavingOut = false;
  let last: Place = start;

  function add(open: Card, piece: Piece, beginning: string): void {
    leavingOut = GOES_ON.test(beginning) ? leavingOut : LEFT_OUT.test(beginning);
    if (leavingOut) return;
    open.size += piece.bytes.length + 1;
    if (open.size > mostBytes) open.fault ??= `the card has more than ${mostBytes} bytes`;
    else open.lines.push(piece.bytes.slice());
    open.fault ??= piece.fault;
  }

  function finish(open: Card, next: Place, fault = open.fault): Piece {
    card = null;
    leavingOut = false;
    const bytes = Buffer.concat(open.lines.flatMap((line) => [line, BREAK]));
    return { line: open.line, bytes, next, ...(fault === undefined ? {} : { fault }) };
  }

  function* cards(pieces: Iterable<Piece>): Generator<Piece> {
    for (const piece of pieces) {
      if (card === null && piece.bytes.length === 0) {
        last = piece.next;
        continue;
      }
      const beginning = decoder.decode(piece.bytes.subarray(0, LOOK_BYTES));
      const begins = BEGIN.test(beginning);
      if (card !== null && begins) yield finish(card, last, NO_END);
      last = piece.next;
      if (card === null && !begins) {
        if (beginning.trim() !== "") yield { ...piece, fault: piece.fault ?? OUTSIDE };
        continue;
      }
      card ??= { line: piece.line, lines: [], size: 0, fault: undefined };
      add(card, piece, beginning);
      if (END.test(beginning)) yield finish(card, piece.next);
    }
  }

  return {
    push: (part) => cards(lines.push(part)),
    *end() {
      yield* cards(lines.end());
      if (card !== null) yield finish(card, last, NO_END);
    },
  };
}

const decoder = new TextDecoder("latin1");
const BREAK = new TextEncoder().encode("\r\n");
const NO_END = "the card has no END:VCARD";
const OUTSIDE = "the line is outside of a card";
