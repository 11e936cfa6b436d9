import { Type } from "../lib/typebox.ts";
import type { Doubtful } from "./values/cell-values.ts";

/** Numbers of a file that could be of another country: how many, and the first of them. */
export type Ambiguous = { count: number; examples: ({ line: number } & Doubtful)[] };

/** The numbers of one record that could be of another country. */
export type DoubtfulRecord = { line: number; doubtful: readonly Doubtful[] };

export const NONE_AMBIGUOUS: Ambiguous = { count: 0, examples: [] };

export const AmbiguousFields = {
  count: Type.Integer({ minimum: 0 }),
  examples: Type.Array(
    Type.Object({
      line: Type.Integer(),
      written: Type.String(),
      taken: Type.String(),
      other: Type.String(),
    }),
    { description: "The first three" },
  ),
};

const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 100;

/** Adds the numbers of further records; returns the same object when there are none. */
export function withDoubtful(known: Ambiguous, records: readonly DoubtfulRecord[]): Ambiguous {
  const more = records.flatMap(({ line, doubtful }) => doubtful.map((one) => ({ line, ...one })));
  if (more.length === 0) return known;
  const further = more.slice(0, MOST_EXAMPLES - known.examples.length).map((one) => ({
    ...one,
    written: one.written.slice(0, LONGEST_EXAMPLE).toWellFormed(),
  }));
  return { count: known.count + more.length, examples: [...known.examples, ...further] };
}
