import {
  FILE_START,
  HEAD_BYTES,
  MOST_RECORD_BYTES,
  NEW_LINE,
  type Piece,
  type Place,
  type Splitter,
  withoutBreak,
} from "./piece.ts";

/** Splits a file into its lines. Of a line that is too long, only the beginning is returned, with a fault. */
export function createLineSplitter(start: Place = FILE_START, mostBytes = MOST_RECORD_BYTES): Splitter {
  let { offset, line } = start;
  let held: Uint8Array = new Uint8Array();
  /** The beginning of a line that is too long, while its end is looked for. */
  let head: Uint8Array | null = null;

  function cut(length: number): Piece {
    const whole = head ?? withoutBreak(held.subarray(0, length));
    const fault = head === null ? {} : { fault: `the line has more than ${mostBytes} bytes` };
    const piece = { line, bytes: whole, next: { offset: offset + length, line: line + 1 }, ...fault };
    forget(length);
    line += 1;
    head = null;
    return piece;
  }

  function forget(length: number): void {
    offset += length;
    held = held.subarray(length);
  }

  function* lines(unread: number): Generator<Piece> {
    let end = held.indexOf(NEW_LINE, unread);
    while (end !== -1) {
      if (end > mostBytes) head ??= held.slice(0, HEAD_BYTES);
      yield cut(end + 1);
      end = held.indexOf(NEW_LINE);
    }
    if (held.length <= mostBytes) return;
    head ??= held.slice(0, HEAD_BYTES);
    forget(held.length);
  }

  return {
    push(part) {
      const before = held.length;
      held = before === 0 ? part : Buffer.concat([held, part]);
      return lines(before);
    },
    end: () => (held.length === 0 && head === null ? [] : [cut(held.length)]),
  };
}
