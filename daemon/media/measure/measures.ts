/** What a file's headers say of it; null where they say nothing, or what can't be. */
export type Measures = { width: number | null; height: number | null; duration_seconds: number | null };

export const NO_MEASURES: Measures = { width: null, height: null, duration_seconds: null };
