const RETURN = 0x0d;
const NEW_LINE = 0x0a;
const MARK = [0xef, 0xbb, 0xbf] as const;

/**
 * Mends the UTF-8 text of a file that comes in parts, the first of which is long: further byte order marks at its
 * beginning go, which programs put before the one that is there, and lines that end in carriage returns alone, as old
 * Macintosh programs write them, end in line feeds.
 */
export function createLineMender(): (part: Uint8Array) => Uint8Array {
  let begun = false;
  let onlyReturns = false;
  return (part) => {
    const text = begun ? part : withoutMarks(part);
    if (!begun && text.length > 0) {
      begun = true;
      onlyReturns = text.includes(RETURN) && !text.includes(NEW_LINE);
    }
    return onlyReturns ? text.map((byte) => (byte === RETURN ? NEW_LINE : byte)) : text;
  };
}

function withoutMarks(part: Uint8Array): Uint8Array {
  let from = 0;
  while (MARK.every((byte, index) => part[from + index] === byte)) from += MARK.length;
  return part.subarray(from);
}
