/** Measures from a file's headers; null where they give none, or an impossible one. */
export type Measures = { width: number | null; height: number | null; duration_seconds: number | null };

export const NO_MEASURES: Measures = { width: null, height: null, duration_seconds: null };
