/** Collects the chunks of a body. */
export type Gathered = {
  /** The number of bytes collected. */
  size(): number;
  /** Appends a copy of a chunk. */
  add(chunk: Uint8Array): void;
  /** Returns all bytes in one piece and starts over. */
  take(): Uint8Array;
};

/**
 * Collects chunks in one growing buffer: many chunks of one byte each would otherwise take a
 * hundred times their size.
 */
export function createGathered(): Gathered {
  let sink = createSink();
  let size = 0;
  return {
    size: () => size,
    add(chunk) {
      sink.write(chunk);
      size += chunk.length;
    },
    take() {
      const whole = sink.end() as Uint8Array;
      sink = createSink();
      size = 0;
      return whole;
    },
  };
}

function createSink(): Bun.ArrayBufferSink {
  const sink = new Bun.ArrayBufferSink();
  sink.start({ asUint8Array: true });
  return sink;
}
