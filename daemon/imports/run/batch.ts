import type { Place } from "../read/piece.ts";
import { type ReadRow, type Refusal, Refused, type Row } from "../read/row.ts";
import type { Doubtful } from "../values/cell-values.ts";
import { checkContact, detailOf, type ImportedContact } from "./check.ts";

/**
 * A contact to make or change, with its line in the file, what is wrong with the values it goes without, and its numbers
 * that could be of another country.
 */
export type TakenRow = {
  line: number;
  bytes: Uint8Array;
  contact: ImportedContact;
  fault: Refusal | null;
  doubtful: readonly Doubtful[];
};
export type RefusedRow = Refusal & { line: number; bytes: Uint8Array };

/** Records that are committed together, and the position after them. */
export type Batch = { records: number; bytes: number; rows: TakenRow[]; refusals: RefusedRow[]; next: Place };

/** Enough records to make a statement worth while, and few enough not to keep others waiting. */
const RECORDS_A_COMMIT = 250;
const BYTES_A_COMMIT = 1024 * 1024;

export function emptyBatch(next: Place): Batch {
  return { records: 0, bytes: 0, rows: [], refusals: [], next };
}

/** How the records of a file are checked. */
export type Checking = {
  country: string | null;
  /** A value that is wrong refuses its whole record. */
  isStrict: boolean;
};

/** Checks rows and adds them to the batch; `next` is the position after them. */
export function addRows(batch: Batch, rows: readonly Row[], checking: Checking, next: Place): void {
  batch.next = next;
  batch.records += rows.length;
  for (const row of rows) {
    const { line, bytes } = row;
    batch.bytes += bytes.length;
    const refusal = row.refusal ?? addContact(batch, row, checking);
    if (refusal !== null) batch.refusals.push({ line, bytes, ...refusal });
  }
}

/** Adds the contact of a row; returns why it can't be taken, or null. */
function addContact(batch: Batch, row: ReadRow, { country, isStrict }: Checking): Refusal | null {
  const { line, bytes, fields } = row;
  try {
    const { contact, faults, doubtful } = checkContact(fields, country);
    const [first] = faults;
    const fault = first === undefined ? null : { code: first.code, detail: detailOf(faults) };
    if (isStrict && fault !== null) return fault;
    batch.rows.push({ line, bytes, contact, fault, doubtful });
    return null;
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    return cause.refusal;
  }
}

/** Whether a batch is large enough to commit. */
export function isFull({ records, bytes }: Batch): boolean {
  return records >= RECORDS_A_COMMIT || bytes >= BYTES_A_COMMIT;
}

/** The batch up to and including its first refused record. */
export function untilRefused(batch: Batch): Batch {
  const [first] = batch.refusals;
  return first === undefined ? batch : cutAt(batch, first);
}

/** The batch up to and including a refused record. */
export function cutAt(batch: Batch, refusal: RefusedRow): Batch {
  const rows = batch.rows.filter((row) => row.line < refusal.line);
  return { ...batch, records: rows.length + 1, rows, refusals: [refusal] };
}
