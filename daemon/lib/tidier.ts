const MEBIBYTE = 1024 * 1024;
const GROWTH_LOOK_MS = 15_000;
/** How much larger memory may be than at its least, or when it was last tidied. */
const MOST_GROWTH = 1.1;
/** Living memory that is collected at once; more would stop the daemon for longer than anybody should wait. */
const MOST_AT_ONCE = 96 * MEBIBYTE;

/**
 * Collects garbage each time so many bytes of something long have passed. The engine by itself lets garbage grow to a
 * multiple of the live memory, so memory use would depend on how fast the bytes arrive.
 */
export function createTidier(bytesBetween: number = MEBIBYTE): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < bytesBetween) return;
    passed = 0;
    Bun.gc(true);
  };
}

/** Bytes that go through as they come, and are garbage at once: collected each time so many of them have passed. */
export async function* tidied(
  bytes: AsyncIterable<Uint8Array>,
  bytesBetween: number = 16 * MEBIBYTE,
): AsyncGenerator<Uint8Array> {
  const tidy = createTidier(bytesBetween);
  for await (const chunk of bytes) {
    yield chunk;
    tidy(chunk.length);
  }
}

/**
 * Has garbage collected each time memory has grown by a tenth. The engine by itself lets garbage grow to as much as all
 * that lives, and more, on a machine with room; what lives long comes to lie among it, and keeps its pages when it goes.
 * Collecting at once gives back more, collecting beside the work takes only pauses of milliseconds.
 */
export function tidyAsMemoryGrows(): void {
  const collect = () => Bun.gc(process.memoryUsage().heapUsed < MOST_AT_ONCE);
  setInterval(
    createGrowthWatch(() => process.memoryUsage.rss(), collect),
    GROWTH_LOOK_MS,
  ).unref();
}

/** A look at memory (bytes) that has garbage collected when it is a tenth above its least since the last time. */
export function createGrowthWatch(measure: () => number, collect: () => void): () => void {
  let least = Number.POSITIVE_INFINITY;
  return () => {
    const bytes = measure();
    least = Math.min(least, bytes);
    if (bytes < least * MOST_GROWTH) return;
    collect();
    least = measure();
  };
}
