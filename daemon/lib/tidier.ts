const MEBIBYTE = 1024 * 1024;

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
