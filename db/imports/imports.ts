import type { Queryable, Sql } from "../connection/client.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

export type ImportStatus = "uploading" | "queued" | "running" | "completed" | "failed" | "cancelled";

export type ImportRow = {
  organization_id: string;
  id: string;
  status: ImportStatus;
  format: "csv" | "xlsx" | "ods" | "ndjson" | "vcard";
  encoding: string;
  file_name: string | null;
  dry_run: boolean;
  on_error: "skip" | "stop";
  default_country: string | null;
  /** How the file is read, and what was found ambiguous in it, as JSON text. */
  settings: string;
  bytes: number;
  place_offset: number;
  place_line: number;
  records: number;
  created: number;
  updated: number;
  unchanged: number;
  duplicates: number;
  refused: number;
  incomplete: number;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  updated_at: Date;
  finished_at: Date | null;
};

export type NewImport = Pick<
  ImportRow,
  | "organization_id"
  | "id"
  | "format"
  | "encoding"
  | "file_name"
  | "dry_run"
  | "on_error"
  | "default_country"
  | "settings"
  | "place_offset"
  | "place_line"
>;

export type ImportKey = Pick<ImportRow, "organization_id" | "id">;

/** The country of an organisation's phone numbers that are written without one; null when it has none set. */
export async function defaultCountry(sql: Sql, organizationId: string): Promise<string | null> {
  const [row] = await sql<{ default_country: string | null }[]>`
    select default_country from organizations where organization_id = ${organizationId}`;
  return row?.default_country ?? null;
}

/** Begins an import whose file is about to come; false when so many of the organisation have not ended. */
export async function insertImport(sql: Sql, row: NewImport, most: number): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtextextended(${`imports ${row.organization_id}`}, 0))`;
    const unfinished = await transaction`
      select from imports
      where organization_id = ${row.organization_id} and status in ('uploading', 'queued', 'running')
      limit ${most}`;
    if (unfinished.length === most) return false;
    await transaction`insert into imports ${transaction(row)}`;
    return true;
  });
}

/** Writes down the encoding of a file, which may be known only after much of it has come. */
export async function noteEncoding(
  sql: Sql,
  { organization_id, id }: ImportKey,
  encoding: string,
): Promise<void> {
  await sql`
    update imports set encoding = ${encoding}
    where organization_id = ${organization_id} and id = ${id} and encoding <> ${encoding}`;
}

/** Stores a part of the file; parts come in order. */
export async function appendPart(
  sql: Sql,
  { organization_id, id }: ImportKey,
  bytes: Uint8Array,
): Promise<void> {
  await sql`
    with grown as (
      update imports set bytes = bytes + ${bytes.length}, updated_at = now()
      where organization_id = ${organization_id} and id = ${id} and status = 'uploading'
      returning bytes - ${bytes.length} as place
    )
    insert into import_parts (organization_id, import_id, place, bytes)
    select ${organization_id}, ${id}, place, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)} from grown`;
}

export type UploadEnd = {
  idempotencyKey: string | null;
  /** Decides whether a repeated key comes with the same file. */
  fingerprint: string;
  /** The response to give, kept for repetitions of the key. */
  response: string;
};

/** Ends the upload and queues the import, durably; see db/imports/imports.sql. */
export async function finishUpload(
  sql: Queryable,
  { organization_id, id }: ImportKey,
  { idempotencyKey, fingerprint, response }: UploadEnd,
): Promise<{ outcome: "accepted" | "replayed" | "key_reused" | "gone"; response: string }> {
  const [row] = await sql<{ outcome: "accepted" | "replayed" | "key_reused"; response: string }[]>`
    select outcome, response from finish_upload(
      ${organization_id}, ${id}, ${idempotencyKey}, ${fingerprint}, ${response})`;
  return row ?? { outcome: "gone" as const, response: "" };
}

/** Forgets an upload that did not end, was a repetition, or only looked at. */
export async function dropUpload(sql: Sql, { organization_id, id }: ImportKey): Promise<void> {
  await sql`delete from import_parts where organization_id = ${organization_id} and import_id = ${id}`;
  await sql`delete from import_contacts where organization_id = ${organization_id} and import_id = ${id}`;
  await sql`delete from imports where organization_id = ${organization_id} and id = ${id} and status = 'uploading'`;
}

export async function findImport(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`
    select * from imports where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Imports, the newest first, as far as they were looked through; `before` is the id of one. */
export async function listImports(
  sql: Sql,
  organizationId: string,
  status: string | undefined,
  before: string | null,
  limit: number,
): Promise<Walked<ImportRow>> {
  const imports = walkedTable<ImportRow>({
    ...{ sql, table: "imports", organizationId, columns: sql`listed.*`, among: sql`` },
    matching: status === undefined ? sql`` : sql`and listed.status = ${status}`,
  });
  return await walk(imports, before, limit);
}

/**
 * Stops an import where it is; contacts already imported stay. Null when there is none,
 * unchanged when it has ended.
 */
export async function cancelImport(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`select * from cancel_import(${organizationId}, ${id})`;
  return row ?? null;
}

export type RefusalRow = {
  line: number;
  code: string;
  detail: string;
  record: Uint8Array;
  /** The record was taken without the value that was wrong. */
  imported: boolean;
};

/** Lines with something wrong in order, after a line. */
export async function listRefusals(
  sql: Queryable,
  organizationId: string,
  importId: string,
  afterLine: number,
  limit: number,
): Promise<RefusalRow[]> {
  return await sql<RefusalRow[]>`
    select line, code, detail, record, imported from import_refusals
    where organization_id = ${organizationId} and import_id = ${importId} and line > ${afterLine}
    order by line
    limit ${limit}`;
}

/** The part of the file that holds a byte; null behind its end. */
export async function partAt(
  sql: Sql,
  { organization_id, id }: ImportKey,
  offset: number,
): Promise<{ place: number; bytes: Uint8Array } | null> {
  const [row] = await sql<{ place: number; bytes: Uint8Array }[]>`
    select place, bytes from import_parts
    where organization_id = ${organization_id} and import_id = ${id} and place <= ${offset}
    order by place desc
    limit 1`;
  return row !== undefined && offset < row.place + row.bytes.length ? row : null;
}

const ABANDONED = "1 hour";
const ROWS_AT_ONCE = 5000;

/** Forgets uploads that nobody continues, what ended imports no longer need, and imports past the retention. */
export async function forgetImports(sql: Sql, retentionDays: number): Promise<void> {
  const gone = await sql<ImportKey[]>`
    select organization_id, id from imports
    where status = 'uploading' and updated_at < now() - ${ABANDONED}::interval`;
  for (const upload of gone) await dropUpload(sql, upload);
  for (const step of [
    () => sql`
      delete from import_contacts where ctid = any (array(
        select seen.ctid from imports as ended
        join import_contacts as seen on seen.organization_id = ended.organization_id and seen.import_id = ended.id
        -- for a week, a broadcast can be sent to those whom a file held
        where ended.finished_at < now() - case when ended.dry_run then interval '0' else interval '7 days' end
        limit ${ROWS_AT_ONCE}
      ))`,
    () => sql`
      delete from import_refusals where ctid = any (array(
        select refusal.ctid from imports as old
        join import_refusals as refusal on refusal.organization_id = old.organization_id and refusal.import_id = old.id
        where old.created_at < now() - make_interval(hours => ${retentionDays * 24}) and old.finished_at is not null
        limit ${ROWS_AT_ONCE}
      ))`,
  ])
    while ((await step()).count === ROWS_AT_ONCE);
  await sql`
    delete from imports
    where created_at < now() - make_interval(hours => ${retentionDays * 24}) and finished_at is not null`;
}
