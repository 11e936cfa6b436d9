import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  appendPart,
  dropUpload,
  finishUpload,
  insertImport,
  type NewImport,
  noteEncoding,
} from "../../db/imports/imports.ts";
import type { Audited } from "../auth/audit.ts";
import { problem } from "../http/problem.ts";
import { createTidier } from "../lib/tidier.ts";
import { findSpace, type SpaceDependencies } from "../media/space.ts";
import { asUploadProblem } from "../media/uploads/whole/failures.ts";
import { examplesOf, firstRecords } from "./first-records.ts";
import { createGathered } from "./gather.ts";
import { type ColumnChoices, requireIdentity } from "./read/columns.ts";
import { countryOfNumbers } from "./read/country.ts";
import { type Format, hasColumns } from "./read/format.ts";
import { prepare } from "./read/prepare.ts";
import type { Encoding } from "./read/text/encodings.ts";
import { openSource, type Source } from "./source.ts";
import { warningsOf } from "./warnings.ts";

/** A file is stored in parts of about so many bytes. */
const PART_BYTES = 64 * 1024;
/** The first part is to hold the whole heading of a CSV file. */
const BEGINNING_BYTES = 1024 * 1024;
/** The largest file that is taken, in bytes. */
const MOST_FILE_BYTES = 64 * 1024 ** 3;

/** So many imports of an organisation may wait. */
const MOST_UNFINISHED = 100;
/** After so many bytes of a file, it is looked whether there is room for more. */
const CHECKED_BYTES = 16 * 1024 ** 2;

/** Where a file is stored, and how much an organisation may store there. */
export type Room = SpaceDependencies & { sql: Sql };

/** A file of contacts, and how it is read. */
export type FileToStore = Described & {
  format: Format;
  encoding: Encoding | undefined;
  /** The name of the sheet of a spreadsheet; absent: its first. */
  sheet: string | undefined;
  choices: ColumnChoices;
};

export type Upload = FileToStore & {
  idempotencyKey: string | null;
  /** The request apart from its body, to check whether a repeated idempotency key comes with the same request. */
  request: string;
};

/**
 * Stores a file in the database as it arrives, where any daemon can read it; memory use does
 * not grow with its size. The import is queued durably when this resolves to the response;
 * `note` writes its audit log entry in the same transaction. Rejects with 413, 422 or the
 * error of the connection or the database, and then leaves nothing behind.
 */
export async function takeUpload(
  room: Room,
  body: ReadableStream<Uint8Array>,
  upload: Upload,
  accepted: string,
  note: (transaction: Queryable) => Promise<void>,
): Promise<{ response: string; replayed: boolean }> {
  const { sql } = room;
  const { idempotencyKey, request, ...file } = upload;
  const digest = new Bun.CryptoHasher("sha256").update(request);
  await storeFile(room, noted(body, digest), file);
  const fingerprint = digest.digest("hex");
  const { outcome, response } = await sql.begin(async (transaction) => {
    const ended = await finishUpload(transaction, upload, {
      idempotencyKey,
      fingerprint,
      response: accepted,
    });
    if (ended.outcome === "accepted") await note(transaction);
    return ended;
  });
  if (outcome === "accepted") return { response, replayed: false };
  await dropUpload(sql, upload);
  if (outcome === "replayed") return { response, replayed: true };
  if (outcome === "gone")
    throw problem(409, "import_cancelled", "the import was cancelled during the upload");
  throw problem(
    422,
    "idempotency_key_reused",
    "this Idempotency-Key was used with another file in the last 24 hours",
  );
}

/**
 * Stores a file of contacts as it comes, as an import that is not queued yet. Rejects with 413, 422, 507 when the
 * organisation has no room for it, or the error of where it comes from, and then leaves nothing behind.
 */
export async function storeFile(
  room: Room,
  bytes: AsyncIterable<Uint8Array>,
  file: FileToStore,
): Promise<void> {
  try {
    await store(room, bytes, file);
  } catch (cause) {
    await dropUpload(room.sql, file).catch(() => {});
    throw asUploadProblem(cause);
  }
}

/** The audit log's summary of an import. */
export function importStarted({ id, format, file_name, dry_run, on_error }: FileToStore): Audited {
  return {
    action: "import.started",
    target: { type: "import", id },
    changes: { format, file_name, dry_run, on_error },
  };
}

async function store(
  room: Room,
  bytes: AsyncIterable<Uint8Array>,
  { format, encoding, sheet, choices, ...row }: FileToStore,
): Promise<void> {
  const { sql } = room;
  const { default_country } = row;
  const source = await openSource(partsOf(bytes), { format, encoding, sheet, default_country });
  try {
    let begun = false;
    let unchecked = CHECKED_BYTES;
    for await (const part of partsOf(source.parts)) {
      if (!begun) await begin(sql, row, source, part, choices);
      begun = true;
      unchecked += part.length;
      if (unchecked >= CHECKED_BYTES) await findSpace(room, row.organization_id);
      unchecked %= CHECKED_BYTES;
      await appendPart(sql, row, part);
    }
    if (!begun) throw problem(422, "invalid_file", "the file is empty");
    await noteEncoding(sql, row, source.encoding());
  } finally {
    await source.close();
  }
}

type Described = Omit<NewImport, "format" | "encoding" | "settings" | "place_offset" | "place_line">;

async function begin(
  sql: Sql,
  row: Described,
  { format, encoding }: Source,
  beginning: Uint8Array,
  choices: ColumnChoices,
): Promise<void> {
  const { settings, start } = prepare(format, beginning, choices);
  if (hasColumns(format)) requireIdentity(settings.columns, settings.constants);
  const place = { place_offset: start.offset, place_line: start.line };
  const country = row.default_country ?? countryOfNumbers(format, settings, start, beginning);
  const pieces = await firstRecords(format, settings, start, beginning);
  const made = {
    ...{ ...row, ...place, format, default_country: country },
    encoding: encoding(),
    settings: JSON.stringify({ ...settings, warnings: warningsOf(examplesOf(settings, pieces), country) }),
  };
  if (await insertImport(sql, made, MOST_UNFINISHED)) return;
  const detail = `${MOST_UNFINISHED} imports have not ended; wait for some of them, or cancel them`;
  throw problem(507, "quota_exceeded", detail);
}

/** The body, noted down in the digest; no more of it than may be taken. */
async function* noted(
  body: ReadableStream<Uint8Array>,
  digest: Bun.CryptoHasher,
): AsyncGenerator<Uint8Array> {
  let all = 0;
  for await (const chunk of body) {
    digest.update(chunk);
    all += chunk.length;
    if (all > MOST_FILE_BYTES)
      throw problem(413, "body_too_large", `the file has more than ${MOST_FILE_BYTES} bytes`);
    yield chunk;
  }
}

/** Bytes in parts large enough to be worth a statement each. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gathered = createGathered();
  const tidy = createTidier();
  let wanted = BEGINNING_BYTES;
  for await (const chunk of bytes) {
    gathered.add(chunk);
    if (gathered.size() < wanted) continue;
    tidy(gathered.size());
    yield gathered.take();
    wanted = PART_BYTES;
  }
  if (gathered.size() > 0) yield gathered.take();
}
