import type { AudienceContact, ContactsQuery } from "../../../db/broadcasts/audience.ts";
import { dropUpload, findImport, type ImportRow } from "../../../db/imports/imports.ts";
import type { Caller } from "../../http/caller.ts";
import type { Place } from "../../imports/read/piece.ts";
import { stepBack } from "../../lib/give-way.ts";
import { queryOf } from "../audience/read.ts";
import { wrong } from "../plan/wrong.ts";
import { countContact } from "../preview/count-contact.ts";
import type { Counting } from "../preview/counting.ts";
import { peopleOfFile } from "./people-of-file.ts";
import type { AudienceFile } from "./schema.ts";
import { type FileDependencies, takeFile } from "./take-file.ts";

/** How far a file was looked through: the import that holds it, and where those are whose messages are shown. */
type FilePlace = { id: string; next: Place; shown: Place | null };

/** Whose file is counted. */
export type GivenFile = { caller: Caller; file: AudienceFile };

/**
 * Counts the people of an uploaded file as if it were imported, from where a request before left off, until the time is
 * over. Meanwhile the file is kept as an import that never runs. Returns where it came to, null at the end, and some of
 * those who would get a message.
 */
export async function countFile(
  dependencies: FileDependencies,
  given: GivenFile,
  counting: Counting,
  before: string | null,
): Promise<{ place: string | null; shown: AudienceContact[] }> {
  const { sql } = dependencies;
  const from = before === null ? null : (JSON.parse(before) as FilePlace);
  const row = await storedFile(dependencies, given, from);
  try {
    const { place, shown } = await count(dependencies, row, counting, from);
    if (place === null) await dropUpload(sql, row);
    return { place: place === null ? null : JSON.stringify(place), shown };
  } catch (cause) {
    await dropUpload(sql, row).catch(() => {});
    throw cause;
  }
}

async function storedFile(
  dependencies: FileDependencies,
  { caller, file }: GivenFile,
  from: FilePlace | null,
): Promise<ImportRow> {
  const id = from?.id ?? (await takeFile(dependencies, caller, file, true)).id;
  const row = await findImport(dependencies.sql, caller.organizationId, id);
  if (row !== null) return row;
  throw wrong("/audience/file", "this preview was begun too long ago; begin it again, without the cursor");
}

async function count(
  { sql }: FileDependencies,
  row: ImportRow,
  counting: Counting,
  from: FilePlace | null,
): Promise<{ place: FilePlace | null; shown: AudienceContact[] }> {
  const { route, tally, longestMs } = counting;
  const until = performance.now() + longestMs;
  const query = queryOf(row.organization_id, route, null, counting.prices?.sentBy ?? null);
  let shownAt = from?.shown ?? null;
  let shown = shownAt === null ? [] : await peopleAt({ sql, row, query }, shownAt);
  const start = from === null ? row : rowAt(row, from.next);
  let startedAt = performance.now();
  for await (const { contacts, refused, at, next } of peopleOfFile(sql, start, query, false)) {
    for (const contact of contacts) countContact(counting, contact);
    tally.refuse(refused);
    if (shownAt === null && tally.counted().taken.people > 0) [shownAt, shown] = [at, contacts];
    if (next !== null && performance.now() > until)
      return { place: { id: row.id, next, shown: shownAt }, shown };
    await stepBack(performance.now() - startedAt);
    startedAt = performance.now();
  }
  return { place: null, shown };
}

type Read = { sql: FileDependencies["sql"]; row: ImportRow; query: ContactsQuery };

/** Those of the piece that begins at a place. */
async function peopleAt({ sql, row, query }: Read, place: Place): Promise<AudienceContact[]> {
  for await (const { contacts } of peopleOfFile(sql, rowAt(row, place), query, true)) return contacts;
  return [];
}

function rowAt(row: ImportRow, { offset, line }: Place): ImportRow {
  return { ...row, place_offset: offset, place_line: line };
}
