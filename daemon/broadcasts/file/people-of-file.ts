import {
  type AudienceContact,
  type ContactsQuery,
  readAudienceContacts,
} from "../../../db/broadcasts/audience.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { asIfImported, firstOfEach } from "../../../db/imports/as-if.ts";
import type { ImportRow } from "../../../db/imports/imports.ts";
import type { Place } from "../../imports/read/piece.ts";
import { addRows, type Batch, emptyBatch, isFull } from "../../imports/run/batch.ts";
import { turnsOf } from "../../imports/run/turns.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";

/** Some people of a file, as they would be once it is imported, and where to continue; null at its end. */
export type FilePiece = { contacts: AudienceContact[]; refused: number; at: Place; next: Place | null };

/**
 * Reads the people of a stored file, piece by piece: each is imported, read and rolled back. With `isAgain`, people who were
 * met before comes again.
 */
export async function* peopleOfFile(
  sql: Sql,
  row: ImportRow,
  query: ContactsQuery,
  isAgain: boolean,
): AsyncGenerator<FilePiece> {
  let at: Place = { offset: row.place_offset, line: row.place_line };
  for await (const { batch, isLast } of batchesOf(sql, row)) {
    const rows = batch.rows.map(({ contact }, n) => ({ n, ...contact }));
    const wanted = isAgain ? { rows, torn: 0 } : await firstOfEach(sql, row, rows);
    const contacts = await retryDeadlock(() =>
      asIfImported(sql, row, wanted.rows, (transaction, ids) =>
        readAudienceContacts(transaction, query, ids),
      ),
    );
    const refused = batch.refusals.length + wanted.torn;
    yield { contacts, refused, at, next: isLast ? null : batch.next };
    at = batch.next;
  }
}

async function* batchesOf(sql: Sql, row: ImportRow): AsyncGenerator<{ batch: Batch; isLast: boolean }> {
  let batch = emptyBatch({ offset: row.place_offset, line: row.place_line });
  for await (const { rows, next } of turnsOf(sql, row)) {
    if (isFull(batch)) {
      yield { batch, isLast: false };
      batch = emptyBatch(batch.next);
    }
    addRows(batch, rows, { country: row.default_country, isStrict: false }, next);
  }
  yield { batch, isLast: true };
}
