import { giveWay } from "../lib/give-way.ts";
import { type Refusal, Refused, type Row } from "./read/row.ts";
import { checkContact, detailOf, type ImportedContact } from "./run/check.ts";
import type { Doubtful } from "./values/cell-values.ts";

const ROWS_A_TURN = 50;

/** The contact of a record, and its numbers that could be of another country. */
export type Looked = {
  line: number;
  contact: Omit<ImportedContact, "cleared"> | null;
  refusal: Refusal | null;
  doubtful: Doubtful[];
};

/** Says what records become; it yields to other requests. */
export async function lookAt(rows: readonly Row[], country: string | null): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const row of rows) {
    looked.push(lookAtRow(row, country));
    if (looked.length % ROWS_A_TURN === 0) await giveWay();
  }
  return looked;
}

function lookAtRow(row: Row, country: string | null): Looked {
  const { line } = row;
  const nothing = { line, contact: null, doubtful: [] };
  if (row.refusal !== undefined) return { ...nothing, refusal: row.refusal };
  try {
    const { contact, faults, doubtful } = checkContact(row.fields, country);
    const { cleared, ...fields } = contact;
    const [first] = faults;
    const refusal = first === undefined ? null : { code: first.code, detail: detailOf(faults) };
    return { line, contact: fields, refusal, doubtful };
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    return { ...nothing, refusal: cause.refusal };
  }
}
