import {
  countBreaks,
  FILE_START,
  HEAD_BYTES,
  MOST_RECORD_BYTES,
  NEW_LINE,
  type Piece,
  type Place,
  type Splitter,
  withoutBreak,
} from "./piece.ts";

const QUOTE = 0x22;
const SPACE = 0x20;

/** The parser's state: before a field, in one, in a quoted one, or after a quote in a quoted one. */
const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const QUOTE_SEEN = 3;

export type CsvOptions = {
  /** The longest record, in bytes. */
  mostBytes?: number;
  /** A record is one line, whatever line breaks its cells have: it is a row of a spreadsheet. */
  rowsAreLines?: boolean;
};

/**
 * Splits a CSV file (RFC 4180) into its records, which may span lines. An unclosed quote would
 * swallow the rest of the file, so its line is returned with a fault and reading continues
 * with the next line. However many lines open a quote, each byte is read at most a few times.
 */
export function createCsvSplitter(
  delimiter: string,
  start: Place = FILE_START,
  { mostBytes = MOST_RECORD_BYTES, rowsAreLines = false }: CsvOptions = {},
): Splitter {
  const separator = delimiter.charCodeAt(0);
  let { offset, line } = start;
  let held: Uint8Array = new Uint8Array();
  let scanned = 0;
  let state = FIELD_START;
  /**
   * How far an earlier line was read whose record has not ended, and the state there. All
   * records that continue past a line break do so in quotes, so any other one that does comes there in the same state.
   */
  let known = { index: 0, state: FIELD_START };
  /** The beginning of a line that is too long, while its end is looked for. */
  let head: Uint8Array | null = null;

  /** The index after the record that `held` begins with; -1 when its end has not come yet. */
  function findEnd(): number {
    for (let index = scanned; index < held.length; index++) {
      const byte = held[index];
      if (state === QUOTED) {
        if (byte === QUOTE) state = QUOTE_SEEN;
        else if (byte === NEW_LINE && index < known.index) {
          index = known.index - 1;
          state = known.state;
        }
      } else if (state === QUOTE_SEEN && byte === QUOTE) state = QUOTED;
      else if (byte === NEW_LINE) {
        scanned = index;
        return index + 1;
      } else if (byte === separator) state = FIELD_START;
      // a quote may follow spaces
      else if (byte !== SPACE || state !== FIELD_START)
        state = byte === QUOTE && state === FIELD_START ? QUOTED : PLAIN;
    }
    scanned = held.length;
    return -1;
  }

  function cut(length: number, fault?: string): Piece {
    const whole = held.subarray(0, length);
    const lines = head === null && !rowsAreLines ? Math.max(1, countBreaks(whole)) : 1;
    const next = { offset: offset + length, line: line + lines };
    const piece = {
      line,
      bytes: head ?? withoutBreak(whole),
      next,
      ...(fault === undefined ? {} : { fault }),
    };
    forget(length);
    line = next.line;
    head = null;
    return piece;
  }

  function forget(length: number): void {
    offset += length;
    held = held.subarray(length);
    if (scanned > length) known = { index: scanned, state };
    known = { ...known, index: Math.max(0, known.index - length) };
    scanned = 0;
    state = FIELD_START;
  }

  /** Sets the first line apart when an open quote is to blame, or begins to skip it when it is itself too long. */
  function giveUp(): Piece | null {
    const first = held.indexOf(NEW_LINE);
    if (state === QUOTED && first !== -1 && first <= mostBytes) return cut(first + 1, UNCLOSED);
    head = held.slice(0, HEAD_BYTES);
    return null;
  }

  function* records(): Generator<Piece> {
    while (held.length > 0) {
      const end = head === null ? findEnd() : held.indexOf(NEW_LINE) + 1 || -1;
      if (head !== null && end === -1) return forget(held.length);
      if (end !== -1 && (head !== null || end <= mostBytes)) {
        yield cut(end, head === null ? undefined : tooLong(mostBytes));
        continue;
      }
      if (end === -1 && held.length <= mostBytes) return;
      const apart = giveUp();
      if (apart !== null) yield apart;
    }
  }

  return {
    push(part) {
      held = held.length === 0 ? part : Buffer.concat([held, part]);
      return records();
    },
    *end() {
      while (held.length > 0 && head === null) {
        const open = findEnd() === -1 && state === QUOTED;
        yield open ? cut(held.indexOf(NEW_LINE) + 1 || held.length, UNCLOSED) : cut(held.length);
        yield* records();
      }
      if (head !== null) yield cut(held.length, tooLong(mostBytes));
    },
  };
}

const UNCLOSED = "a quoted field is not closed";

function tooLong(mostBytes: number): string {
  return `the record has more than ${mostBytes} bytes`;
}
