/** So much of a file passes between two collections, in bytes. */
const BYTES_BETWEEN = 1024 * 1024;

/**
 * Collects garbage while a file passes through. Left alone, the engine lets
 * garbage grow to a multiple of what it holds before it looks: memory would
 * depend on how fast the file comes.
 */
export function createTidier(): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < BYTES_BETWEEN) return;
    passed = 0;
    Bun.gc(true);
  };
}
