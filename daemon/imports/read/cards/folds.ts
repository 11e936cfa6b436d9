const [LINE_FEED, RETURN, SPACE, TAB] = [0x0a, 0x0d, 0x20, 0x09];
/** A fold with the bytes of a character on both sides is no longer than this. */
const LONGEST = 8;

/**
 * Moves the line breaks by which some programs fold a card in the middle of a UTF-8 character behind it: the text stays
 * what it is, and so do its lines.
 */
export async function* withWholeCharacters(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let kept = new Uint8Array();
  for await (const part of parts) {
    const bytes = mended(Buffer.concat([kept, part]));
    const end = Math.max(0, bytes.length - LONGEST);
    kept = bytes.slice(end);
    if (end > 0) yield bytes.subarray(0, end);
  }
  if (kept.length > 0) yield kept;
}

function mended(bytes: Buffer): Buffer {
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const start = bytes[at - 1] === RETURN ? at - 1 : at;
    const missing = isFold(bytes[at + 1]) ? missingBefore(bytes, start) : 0;
    const rest = bytes.subarray(at + 2, at + 2 + missing);
    if (missing === 0 || rest.length < missing || !rest.every(isContinuation)) continue;
    const fold = Buffer.from(bytes.subarray(start, at + 2));
    bytes.set(rest, start);
    bytes.set(fold, start + missing);
  }
  return bytes;
}

function isFold(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** How many bytes the character before a place lacks there. */
function missingBefore(bytes: Buffer, place: number): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[place - back] ?? 0;
    if (isContinuation(byte)) continue;
    return byte < 0xc2 ? 0 : Math.max(0, lengthOf(byte) - back);
  }
  return 0;
}

function lengthOf(first: number): number {
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
