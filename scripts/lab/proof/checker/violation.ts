import type { Promised } from "../promises.ts";

/** A sentence that says the fault, and the texts and ids that it is about, by which the history around it is found. */
export type Finding = { says: string; about: string[] };

/** A promise that a history breaks. */
export type Violation = Finding & { promise: Promised };

export function found(says: string, ...about: string[]): Finding {
  return { says, about };
}
