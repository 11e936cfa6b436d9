import type { Sql } from "../../../db/connection/client.ts";
import { type ImportRow, partAt } from "../../../db/imports/imports.ts";
import { giveWay } from "../../lib/give-way.ts";
import { createTidier } from "../../lib/tidier.ts";
import type { Piece, Place } from "../read/piece.ts";
import { createSplitter, parseSettings, readPieces } from "../read/prepare.ts";
import type { Row } from "../read/row.ts";

/** Records read at once before the event loop gets a turn. */
const RECORDS_A_TURN = 100;

/** Some records of a file, and the position after them. */
export type Turn = { rows: Row[]; next: Place };

/** Reads the file of an import from its last position, a few records a turn. */
export async function* turnsOf(sql: Sql, row: ImportRow): AsyncGenerator<Turn> {
  const settings = parseSettings(row.settings);
  const splitter = createSplitter(row.format, settings, { offset: row.place_offset, line: row.place_line });
  const tidy = createTidier();
  let offset = row.place_offset;
  for (let part = await partAt(sql, row, offset); part !== null; part = await partAt(sql, row, offset)) {
    yield* turns(splitter.push(part.bytes.subarray(offset - part.place)));
    offset = part.place + part.bytes.length;
    tidy(part.bytes.length);
  }
  yield* turns(splitter.end());

  async function* turns(pieces: Iterable<Piece>): AsyncGenerator<Turn> {
    for (const some of groupsOf(pieces)) {
      const next = some.at(-1)?.next;
      if (next === undefined) return;
      yield { rows: readPieces(row.format, settings, some), next };
      await giveWay();
    }
  }
}

/** Groups records into turns, lazily. */
function* groupsOf(pieces: Iterable<Piece>): Generator<Piece[]> {
  let some: Piece[] = [];
  for (const piece of pieces) {
    some.push(piece);
    if (some.length < RECORDS_A_TURN) continue;
    yield some;
    some = [];
  }
  yield some;
}
