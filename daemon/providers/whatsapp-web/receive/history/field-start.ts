/** The beginning of a field of a protobuf message: its tag, and its length or the varint that it is (protobuf.dev, "Encoding"). */
export type FieldStart = {
  field: number;
  /** Whether its value may be a message within. */
  isDelimited: boolean;
  /** Bytes of the field that follow. */
  length: number;
  /** The beginning as it came. */
  bytes: Uint8Array;
};

/** Reads the beginnings of fields, one after the other. */
export type FieldStartReader = {
  /** Takes one more byte: the beginning once it is whole, null as long as it isn't. */
  add(byte: number): FieldStart | "broken" | null;
  /** Whether no byte was taken since the last beginning. */
  isEmpty(): boolean;
  clear(): void;
};

const VARINT = 0;
const DELIMITED = 2;
/** Bytes of the values that have always as many, by wire type. */
const FIXED: Readonly<Record<number, number>> = { 1: 8, 5: 4 };
const MOST_VARINT_BYTES = 10;

export function createFieldStartReader(): FieldStartReader {
  const bytes = new Uint8Array(2 * MOST_VARINT_BYTES);
  let size = 0;
  let tag: number | null = null;
  let value = 0;
  let read = 0;

  function clear(): void {
    [size, tag, value, read] = [0, null, 0, 0];
  }

  function started(of: number, length: number): FieldStart {
    const start = {
      field: Math.floor(of / 8),
      isDelimited: of % 8 === DELIMITED,
      length,
      bytes: bytes.slice(0, size),
    };
    clear();
    return start;
  }

  /** The varint in hand is whole: it is a tag, or what follows one. */
  function whole(number: number): FieldStart | "broken" | null {
    if (tag !== null) return started(tag, tag % 8 === DELIMITED ? number : 0);
    const fixed = FIXED[number % 8];
    if (fixed !== undefined) return started(number, fixed);
    if (number < 8 || (number % 8 !== VARINT && number % 8 !== DELIMITED)) return "broken";
    [tag, value, read] = [number, 0, 0];
    return null;
  }

  return {
    add(byte) {
      bytes[size++] = byte;
      value += (byte & 127) * 128 ** read++;
      if (byte < 128) return whole(value);
      return read < MOST_VARINT_BYTES ? null : "broken";
    },
    isEmpty: () => size === 0,
    clear,
  };
}
