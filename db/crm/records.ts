import type { Queryable, Sql } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

export type RecordKind = "contact" | "company" | "deal" | "task";

/** A record of any kind; what only another kind has is null. A contact's comes from its own table. */
export type CrmRecordRow = {
  id: string;
  kind: RecordKind;
  name: string | null;
  custom_fields: string;
  pipeline_id: string | null;
  stage: string | null;
  /** Exact, as Postgres writes a numeric. */
  amount: string | null;
  currency: string | null;
  due_at: Date | null;
  completed_at: Date | null;
  assignee_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** Columns of a record to be set; custom_fields are JSON text, merged by key. */
export type CrmFields = Partial<
  Pick<CrmRecordRow, "name" | "custom_fields" | "pipeline_id" | "stage" | "currency" | "assignee_id"> & {
    amount: number | null;
    due_at: Date | null;
    completed_at: Date | null;
  }
>;

export type CrmFilter = {
  kind: RecordKind;
  pipelineId?: string | undefined;
  stage?: string | undefined;
  assigneeId?: string | undefined;
  completed?: boolean | undefined;
};

/** A record of any kind, or null. */
export async function findCrmRecord(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<CrmRecordRow | null> {
  const [row] = await sql<CrmRecordRow[]>`
    select id, kind, name, custom_fields, pipeline_id, stage, amount, currency, due_at, completed_at, assignee_id,
      version, created_at, updated_at
    from crm_records where organization_id = ${organizationId} and id = ${id}
    union all
    select ${asRecord(sql)} from contacts where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Records of one kind, the newest first, as far as they were looked through; `before` is the id of one. */
export async function listCrmRecords(
  sql: Sql,
  organizationId: string,
  filter: CrmFilter,
  before: string | null,
  limit: number,
): Promise<Walked<CrmRecordRow>> {
  if (filter.kind !== "contact") return await walk(recordsOf(sql, organizationId, filter), before, limit);
  const rows = await sql<CrmRecordRow[]>`
    select ${asRecord(sql)} from contacts
    where organization_id = ${organizationId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`;
  return { rows, end: null };
}

function recordsOf(sql: Sql, organizationId: string, filter: CrmFilter) {
  const { kind, pipelineId, stage, assigneeId, completed } = filter;
  const only = (column: string, value: string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and listed.${sql(column)} = ${value}`;
  return walkedTable<CrmRecordRow>({
    ...{ sql, table: "crm_records", organizationId, columns: sql`listed.*` },
    among: only(...narrowest(filter)),
    matching: sql`
      ${only("kind", kind)} ${only("pipeline_id", pipelineId)} ${only("stage", stage)} ${only("assignee_id", assigneeId)}
      ${completed === undefined ? sql`` : sql`and (listed.completed_at is not null) = ${completed}`}`,
  });
}

/** The fewest that have an index of their own: what that is on. */
function narrowest({ kind, assigneeId }: CrmFilter): [column: string, value: string | undefined] {
  return assigneeId === undefined ? ["kind", kind] : ["assignee_id", assigneeId];
}

/** A contact in the columns of a record. */
function asRecord(sql: Queryable) {
  return sql`
    id, 'contact' as kind, name, custom_fields, null::text as pipeline_id, null::text as stage, null::numeric as amount,
    null::text as currency, null::timestamptz as due_at, null::timestamptz as completed_at, null::uuid as assignee_id,
    version, created_at, updated_at`;
}

/** Makes a record, with its event. */
export async function createCrmRecord(
  sql: Queryable,
  organizationId: string,
  { id, kind, fields }: { id: string; kind: Exclude<RecordKind, "contact">; fields: CrmFields },
): Promise<void> {
  await sql`
    select from create_crm_record(${organizationId}, ${id}, ${kind}, ${JSON.stringify(fields)}::text::json)`;
}

/** Changes a record, with its event, if its version is `expected` (null is any). */
export async function updateCrmRecord(
  sql: Queryable,
  organizationId: string,
  id: string,
  fields: CrmFields,
  expected: number | null,
): Promise<"updated" | "unchanged" | "stale" | "missing"> {
  const [row] = await sql<{ outcome: "updated" | "unchanged" | "stale" | "missing" }[]>`
    select update_crm_record(${organizationId}, ${id}, ${JSON.stringify(fields)}::text::json, ${expected}) as outcome`;
  return row?.outcome ?? "missing";
}

/** Deletes a record with its comments, entries and relationships, with their events; false when there is none. */
export async function deleteCrmRecord(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ deleted: boolean }[]>`
    select delete_crm_record(${organizationId}, ${id}) as deleted`;
  return row?.deleted ?? false;
}
