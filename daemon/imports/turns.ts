import type { Sql } from "../../db/client.ts";
import { type ImportRow, partAt } from "../../db/imports.ts";
import { giveWay } from "./give-way.ts";
import type { Piece, Place } from "./piece.ts";
import { createSplitter, type ReadSettings, readPieces } from "./prepare.ts";
import type { Row } from "./row.ts";
import { createTidier } from "./tidy.ts";

/** Records read at once, between two looks at everything else that the daemon does. */
const RECORDS_A_TURN = 100;

/** Some records of a file, and the place behind them. */
export type Turn = { rows: Row[]; next: Place };

/** Reads the file of an import from where it was left, a few records a turn. */
export async function* turnsOf(sql: Sql, row: ImportRow): AsyncGenerator<Turn> {
  const settings: ReadSettings = JSON.parse(row.settings);
  const splitter = createSplitter(row.format, settings, { offset: row.place_offset, line: row.place_line });
  const tidy = createTidier();
  let offset = row.place_offset;
  for (let part = await partAt(sql, row, offset); part !== null; part = await partAt(sql, row, offset)) {
    yield* turns(splitter.push(part.bytes.subarray(offset - part.place)));
    offset = part.place + part.bytes.length;
    tidy(part.bytes.length);
  }
  yield* turns(splitter.end());

  async function* turns(pieces: readonly Piece[]): AsyncGenerator<Turn> {
    for (let from = 0; from < pieces.length; from += RECORDS_A_TURN) {
      const some = pieces.slice(from, from + RECORDS_A_TURN);
      const next = some.at(-1)?.next;
      if (next === undefined) return;
      yield { rows: readPieces(row.format, settings, some), next };
      await giveWay();
    }
  }
}
