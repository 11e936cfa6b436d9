/**
 * How long a test may take that takes long by its nature: it kills and starts programs under load, or reads very much.
 * Any other hangs when it takes longer than the minute of `scripts/lib/test.ts`.
 */
export const LONG_MS = 240_000;
