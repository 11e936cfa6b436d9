/** Puts a body together from its pieces. */
export type Pieces = { add(piece: Uint8Array): void; join(): Uint8Array };

/** From so many bytes on a piece is kept as it comes. */
const LARGE = 4096;

/**
 * Large pieces are copied once, when the body is there: nothing is done with one that is given up.
 * Small ones are gathered: many of one byte would take a hundred times their size.
 */
export function createPieces(): Pieces {
  const pieces: Uint8Array[] = [];
  let gathered = new Uint8Array();
  let used = 0;

  function keepGathered(): void {
    if (used > 0) pieces.push(gathered.subarray(0, used));
    used = 0;
  }

  function gather(piece: Uint8Array): void {
    if (used + piece.byteLength > LARGE) keepGathered();
    if (used === 0) gathered = new Uint8Array(LARGE);
    gathered.set(piece, used);
    used += piece.byteLength;
  }

  return {
    add(piece) {
      if (piece.byteLength < LARGE) return gather(piece);
      keepGathered();
      pieces.push(piece);
    },
    join() {
      keepGathered();
      return new Uint8Array(Bun.concatArrayBuffers(pieces));
    },
  };
}
