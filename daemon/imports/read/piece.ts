/** A place between two records of a file. */
export type Place = {
  /** Bytes from the beginning of the file. */
  offset: number;
  /** The line that begins there, from 1. */
  line: number;
};

/** One record as it lies in the file. */
export type Piece = {
  /** The line it begins on, from 1. */
  line: number;
  bytes: Uint8Array;
  /** Where the record after it begins. */
  next: Place;
  /** Why it can't be read; `bytes` is then only its beginning. */
  fault?: string;
};

/** Cuts a file that comes in parts into records. What it holds is bounded by the longest record it lets through. */
export type Splitter = {
  /** The records that end in this part, cut as they are asked for; to be read to their end before the next part. */
  push(part: Uint8Array): Iterable<Piece>;
  /** What is left when the file has ended, cut as it is asked for. */
  end(): Iterable<Piece>;
};

export const FILE_START: Place = { offset: 0, line: 1 };

/** The longest record that is read, in bytes. */
export const MOST_RECORD_BYTES = 1024 * 1024;
/** What is kept of one that is longer. */
export const HEAD_BYTES = 1000;

export const NEW_LINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The bytes of a line without its break. */
export function withoutBreak(line: Uint8Array): Uint8Array {
  let end = line.length;
  if (line[end - 1] === NEW_LINE) end -= 1;
  if (line[end - 1] === CARRIAGE_RETURN) end -= 1;
  return line.subarray(0, end);
}

/** How many line breaks there are. */
export function countBreaks(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1;
  return count;
}
