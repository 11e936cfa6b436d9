/** How many bytes of a file pass between two garbage collections. */
const BYTES_BETWEEN = 1024 * 1024;

/**
 * Collects garbage while a file is read. The engine by itself lets garbage grow to a multiple
 * of the live memory, so memory use would depend on how fast the file arrives.
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
