import type { Queryable, Sql, Transaction } from "../connection/client.ts";
import type { ImportKey, ImportRow } from "./imports.ts";

/** How a run of an import ended: `again` goes on from what was committed after a while, `ended` was settled by somebody else. */
export type ImportEnd = { id: string } & (
  | { status: "completed" | "ended" }
  | { status: "failed"; error: string }
  | { status: "again"; afterMs: number }
);

/** Imports that are due in an organisation's lane, in order, without those in `busy`. */
export async function peekImports(
  sql: Sql,
  organizationId: string,
  busy: readonly string[],
  limit: number,
): Promise<ImportKey[]> {
  return await sql<ImportKey[]>`
    select item.organization_id, item.item_id as id
    from lane_items as item
    where item.lane_id = ${organizationId} and item.priority = normal_priority() and item.organization_id = ${organizationId} and item.kind = 'import'
      and item.state <> 'sending' and item.due_at <= now() and item.item_id <> all (${busy as string[]}::text[])
    order by item.due_at, item.position
    limit ${limit}`;
}

/** Records durably that imports start; returns those that may. Throws when the lane is not ours. */
export async function startImports(
  sql: Sql,
  organizationId: string,
  daemonId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from start_imports(${organizationId}, ${daemonId}, ${ids as string[]}::text[]) as id`;
  return rows.map((row) => row.id);
}

/** The import as it is to be continued; null when it has ended. */
export async function restartImport(sql: Sql, organizationId: string, id: string): Promise<ImportRow | null> {
  const [row] = await sql<ImportRow[]>`
    update imports set status = 'running', started_at = coalesce(started_at, now()), updated_at = now()
    where organization_id = ${organizationId} and id = ${id} and status in ('queued', 'running')
    returning *`;
  return row ?? null;
}

/** What was found wrong with a record, and the record. */
export type RefusalInput = { line: number; code: string; detail: string; bytes: Uint8Array };

export type CommitInput = {
  /** Contacts as upsert_contacts takes them, and whether a value was left out; see db/contacts/upsert.sql. */
  rows: readonly object[];
  refusals: readonly RefusalInput[];
  /** What was wrong with the values that were left out of `rows`. */
  incomplete: readonly RefusalInput[];
  /** The refusal of one of `rows` whose identifiers are those of different contacts. */
  conflictOf(index: number): RefusalInput;
  /** Nothing is taken when a record is in conflict. */
  stops: boolean;
  /** What is stored of the file with this batch, as JSON text; null: as it was. */
  settings: string | null;
  records: number;
  next: { offset: number; line: number };
};

/**
 * Takes the records of a batch, writes down those that were refused, and how
 * far the import is, in one transaction. Throws when the lane is not ours.
 */
export async function commitRows(
  sql: Sql,
  row: ImportRow,
  daemonId: string,
  input: CommitInput,
): Promise<{ goesOn: boolean; conflicts: RefusalInput[] }> {
  let conflicts: RefusalInput[] = [];
  try {
    const goesOn = await sql.begin(async (transaction) => {
      const taken = await takeRows(transaction, row, daemonId, input);
      conflicts = taken.conflicts.map(input.conflictOf);
      if (input.stops && conflicts.length > 0) throw NOT_TAKEN;
      await insertRefusals(transaction, row, [...input.refusals, ...conflicts], false);
      await insertRefusals(transaction, row, input.incomplete, true);
      if (taken.goes_on && input.settings !== null) await noteSettings(transaction, row, input.settings);
      return taken.goes_on;
    });
    return { goesOn, conflicts };
  } catch (cause) {
    if (cause !== NOT_TAKEN) throw cause;
    return { goesOn: true, conflicts };
  }
}

/** Thrown to undo a batch; never leaves this module. */
const NOT_TAKEN = new Error("a record of the batch is in conflict");

async function takeRows(
  transaction: Transaction,
  { organization_id, id }: ImportKey,
  daemonId: string,
  { rows, refusals, records, next }: CommitInput,
): Promise<{ goes_on: boolean; conflicts: number[] }> {
  const given = rows.map((one, n) => ({ n, ...one }));
  const [taken] = await transaction<{ goes_on: boolean; conflicts: number[] }[]>`
    select goes_on, conflicts from take_import_rows(
      ${organization_id}, ${id}, ${daemonId}, ${JSON.stringify(given)}::text::json,
      ${refusals.length}, ${records}, ${next.offset}, ${next.line})`;
  return taken ?? { goes_on: false, conflicts: [] };
}

async function noteSettings(
  sql: Queryable,
  { organization_id, id }: ImportKey,
  settings: string,
): Promise<void> {
  await sql`
    update imports set settings = ${settings} where organization_id = ${organization_id} and id = ${id}`;
}

async function insertRefusals(
  sql: Queryable,
  { organization_id, id }: ImportKey,
  refusals: readonly RefusalInput[],
  imported: boolean,
): Promise<void> {
  if (refusals.length === 0) return;
  const given = refusals.map(({ line, code, detail, bytes }) => ({
    ...{ line, code, detail },
    record: Buffer.from(bytes).toString("base64"),
  }));
  await sql`
    insert into import_refusals (organization_id, import_id, line, code, detail, record, imported)
    select ${organization_id}, ${id}, line, code, detail, decode(record, 'base64'), ${imported}
    from json_to_recordset(${JSON.stringify(given)}::text::json) as refusal (line bigint, code text, detail text, record text)
    on conflict do nothing`;
}

/** Emits the progress of an import. */
export async function publishProgress(sql: Sql, { organization_id, id }: ImportKey): Promise<void> {
  await sql`select tell_import(${organization_id}, ${id}, 'crm.import.progressed')`;
}

/** Writes the result of a run. */
export async function finishImport(
  sql: Sql,
  organizationId: string,
  daemonId: string,
  end: ImportEnd,
): Promise<void> {
  const error = end.status === "failed" ? end.error : null;
  const afterMs = end.status === "again" ? end.afterMs : null;
  await sql`
    select finish_import(
      ${organizationId}, ${daemonId}, ${end.id}, ${end.status}, ${error}, after_milliseconds(${afterMs}))`;
}
