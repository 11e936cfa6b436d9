/** A position between two records of a file. */
export type Place = {
  /** Bytes from the beginning of the file. */
  offset: number;
  /** The line that begins there, from 1. */
  line: number;
};

/** One record as it is in the file. */
export type Piece = {
  /** The line it begins on, from 1. */
  line: number;
  bytes: Uint8Array;
  /** Where the next record begins. */
  next: Place;
  /** Why the record can't be read; `bytes` then holds only its beginning. */
  fault?: string;
};

/** Splits a file that arrives in parts into records. The memory it needs is bounded by the longest record allowed. */
export type Splitter = {
  /** The records that end in this part, split lazily; read all of them before the next part. */
  push(part: Uint8Array): Iterable<Piece>;
  /** The remaining records at the end of the file, split lazily. */
  end(): Iterable<Piece>;
};

export const FILE_START: Place = { offset: 0, line: 1 };

/** The longest record that is read, in bytes. */
export const MOST_RECORD_BYTES = 1024 * 1024;
/** How much is kept of a record that is longer. */
export const HEAD_BYTES = 1000;

export const NEW_LINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The bytes of a line without its line break. */
export function withoutBreak(line: Uint8Array): Uint8Array {
  let end = line.length;
  if (line[end - 1] === NEW_LINE) end -= 1;
  // some programs write two before it
  while (line[end - 1] === CARRIAGE_RETURN) end -= 1;
  return line.subarray(0, end);
}

/** The number of line breaks. */
export function countBreaks(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}
