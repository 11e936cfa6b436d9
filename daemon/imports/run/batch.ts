import type { ContactInput } from "../../../db/contacts/contacts.ts";
import type { Place } from "../read/piece.ts";
import { type Refusal, Refused, type Row } from "../read/row.ts";
import { checkContact } from "./check.ts";

/** A contact to be made or changed, as it was on its line. */
export type TakenRow = { line: number; bytes: Uint8Array; contact: ContactInput };
export type RefusedRow = Refusal & { line: number; bytes: Uint8Array };

/** Records that are committed together, and the place behind them. */
export type Batch = { records: number; bytes: number; rows: TakenRow[]; refusals: RefusedRow[]; next: Place };

/** So many that a statement is worth its while, so few that it does not keep others waiting. */
const RECORDS_A_COMMIT = 250;
const BYTES_A_COMMIT = 1024 * 1024;

export function emptyBatch(next: Place): Batch {
  return { records: 0, bytes: 0, rows: [], refusals: [], next };
}

/** Checks rows and puts them into the batch; `next` is the place behind them. */
export function addRows(batch: Batch, rows: readonly Row[], country: string | null, next: Place): void {
  batch.next = next;
  batch.records += rows.length;
  for (const row of rows) {
    const { line, bytes } = row;
    batch.bytes += bytes.length;
    try {
      if (row.refusal !== undefined) batch.refusals.push({ line, bytes, ...row.refusal });
      else batch.rows.push({ line, bytes, contact: checkContact(row.fields, country) });
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      batch.refusals.push({ line, bytes, ...cause.refusal });
    }
  }
}

/** Whether it is time to commit a batch. */
export function isFull({ records, bytes }: Batch): boolean {
  return records >= RECORDS_A_COMMIT || bytes >= BYTES_A_COMMIT;
}

/** The batch as far as the first record that was refused, that one included. */
export function untilRefused(batch: Batch): Batch {
  const [first] = batch.refusals;
  return first === undefined ? batch : cutAt(batch, first);
}

/** The batch as far as a record that is refused. */
export function cutAt(batch: Batch, refusal: RefusedRow): Batch {
  const rows = batch.rows.filter((row) => row.line < refusal.line);
  return { ...batch, records: rows.length + 1, rows, refusals: [refusal] };
}
