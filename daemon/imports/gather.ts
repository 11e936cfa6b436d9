/** Chunks of a body, gathered. */
export type Gathered = {
  /** How many bytes there are. */
  size(): number;
  /** Copies a chunk behind the others. */
  add(chunk: Uint8Array): void;
  /** All of them in one piece; gathering then begins anew. */
  take(): Uint8Array;
};

/** Gathers chunks in one growing piece of memory: many chunks of one byte would take a hundred times their size. */
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
