/** How the spellings of a corpus are read. */
import { readNumber } from "../../../daemon/phone-numbers/read.ts";
import type { Spelling } from "./corpus.ts";

export type Totals = { right: number; wrong: Spelling[]; refused: Spelling[] };

/** How the spellings are read. */
export function totalsOf(spellings: readonly Spelling[]): Totals {
  const totals: Totals = { right: 0, wrong: [], refused: [] };
  for (const spelling of spellings) {
    const read = readNumber(spelling.text, spelling.country);
    if (read.kind !== "one") totals.refused.push(spelling);
    else if (read.number === spelling.number) totals.right += 1;
    else totals.wrong.push(spelling);
  }
  return totals;
}
