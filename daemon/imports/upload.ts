import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  appendPart,
  dropUpload,
  finishUpload,
  insertImport,
  type NewImport,
  noteEncoding,
} from "../../db/imports/imports.ts";
import { problem } from "../http/problem.ts";
import { createGathered } from "./gather.ts";
import { requireIdentity, type Wishes } from "./read/columns.ts";
import { createTranscoder, refuseOtherFiles, type Transcoder } from "./read/encoding.ts";
import type { Encoding } from "./read/encodings.ts";
import type { Format } from "./read/format.ts";
import { prepare } from "./read/prepare.ts";
import { createTidier } from "./run/tidy.ts";

/** A file is stored in parts of about so many bytes. */
const PART_BYTES = 64 * 1024;
/** The first part is to hold the whole heading of a CSV file. */
const BEGINNING_BYTES = 1024 * 1024;
/** The largest file that is taken, in bytes. */
const MOST_FILE_BYTES = 64 * 1024 ** 3;

export type Upload = Omit<NewImport, "format" | "encoding" | "settings" | "place_offset" | "place_line"> & {
  format: Format;
  encoding: Encoding | undefined;
  wishes: Wishes;
  idempotencyKey: string | null;
  /** The request apart from its body, to tell whether a repeated idempotency key comes with the same request. */
  request: string;
};

/**
 * Stores a file in the database as it arrives, where any daemon can read it; memory use does
 * not grow with its size. The import is queued durably when this resolves to the response;
 * `note` writes its audit log entry in the same transaction. Rejects with 413, 422 or the
 * error of the connection or the database, and then leaves nothing behind.
 */
export async function takeUpload(
  sql: Sql,
  body: ReadableStream<Uint8Array>,
  upload: Upload,
  accepted: string,
  note: (transaction: Queryable) => Promise<void>,
): Promise<{ response: string; replayed: boolean }> {
  const digest = new Bun.CryptoHasher("sha256").update(upload.request);
  try {
    await store(sql, body, upload, digest);
  } catch (cause) {
    await dropUpload(sql, upload).catch(() => {});
    throw cause;
  }
  const { idempotencyKey } = upload;
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
    throw problem(409, "import_cancelled", "the import was cancelled while its file came");
  throw problem(
    422,
    "idempotency_key_reused",
    "this Idempotency-Key was used with another file in the last 24 hours",
  );
}

async function store(
  sql: Sql,
  body: ReadableStream<Uint8Array>,
  { format, encoding: declared, wishes, idempotencyKey, request, ...row }: Upload,
  digest: Bun.CryptoHasher,
): Promise<void> {
  const tidy = createTidier();
  let transcode: Transcoder | undefined;
  for await (const raw of partsOf(body)) {
    digest.update(raw);
    tidy(raw.length);
    if (transcode === undefined) {
      refuseOtherFiles(raw);
      transcode = createTranscoder(raw, declared);
      const beginning = transcode.push(raw);
      const { settings, start } = prepare(format, beginning, wishes);
      if (format === "csv") requireIdentity(settings.columns, settings.constants);
      const encoding = transcode.encoding();
      const place = { place_offset: start.offset, place_line: start.line };
      await insertImport(sql, { ...row, format, encoding, settings: JSON.stringify(settings), ...place });
      await appendPart(sql, row, beginning);
    } else await appendPart(sql, row, transcode.push(raw));
  }
  if (transcode === undefined) throw problem(422, "invalid_file", "the file is empty");
  await noteEncoding(sql, row, transcode.encoding());
  const rest = transcode.end();
  if (rest.length > 0) await appendPart(sql, row, rest);
}

/** The body in parts large enough to be worth a statement each. */
async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gathered = createGathered();
  let all = 0;
  let wanted = BEGINNING_BYTES;
  for await (const chunk of body) {
    gathered.add(chunk);
    all += chunk.length;
    if (all > MOST_FILE_BYTES)
      throw problem(413, "body_too_large", `the file has more than ${MOST_FILE_BYTES} bytes`);
    if (gathered.size() < wanted) continue;
    yield gathered.take();
    wanted = PART_BYTES;
  }
  if (gathered.size() > 0) yield gathered.take();
}
