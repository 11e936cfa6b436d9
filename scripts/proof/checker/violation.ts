import type { Promised } from "../promises.ts";

/** A promise that a history breaks. */
export type Violation = {
  promise: Promised;
  /** What is wrong, in a sentence. */
  says: string;
  /** The texts and ids that it is about, by which the history around it is found. */
  about: string[];
};
