import type { Queryable, Sql } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

/** The channel on which daemons learn that templates changed; see status-trigger.sql. */
export const TEMPLATES_CHANGED_CHANNEL = "waypost_templates_changed";

export type TemplateRow = {
  organization_id: string;
  id: string;
  /** The channel it is shown with: the requested one, or the oldest of its business account. */
  channel_id: string;
  waba_id: string;
  provider_id: string | null;
  name: string;
  language: string;
  category: string;
  parameter_format: string;
  status: string;
  rejected_reason: string | null;
  flag: string | null;
  quality: string | null;
  /** JSON. */
  components: string;
  /** JSON of `{ category, components }`. */
  draft: string | null;
  /** JSON of when it was edited here while it was approved, in the last 30 days. */
  edits: string;
  /** JSON of the most that it may cost, in Meta's form; null: as the rate card has it. */
  optimization_spec: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The definition that a send is checked against. */
export type TemplateDefinition = {
  id: string;
  status: string;
  category: string;
  parameter_format: string;
  components: unknown[];
  /** JSON of the most that it may cost, in Meta's form; null: as the rate card has it. */
  optimization_spec: string | null;
};

/** The template of a name and language that a business account has, or (null) any of the organisation; null when we know none. */
export async function findTemplate(
  sql: Queryable,
  organizationId: string,
  wabaId: string | null,
  name: string,
  language: string,
): Promise<TemplateDefinition | null> {
  const [row] = await sql<(Omit<TemplateDefinition, "components"> & { components: string })[]>`
    select id, status, category, parameter_format, components, optimization_spec from templates
    where organization_id = ${organizationId} and (${wabaId}::text is null or waba_id = ${wabaId})
      and name = ${name} and language = ${language}
    order by status <> 'approved', id desc
    limit 1`;
  return row === undefined ? null : { ...row, components: JSON.parse(row.components) as unknown[] };
}

export type TemplateFilters = {
  /** The channels the caller may see; null is all. */
  only: readonly string[] | null;
  channelId?: string | undefined;
  status?: string | undefined;
  name?: string | undefined;
  language?: string | undefined;
  category?: string | undefined;
};

/** Templates of an organisation's channels, newest first, older than `before`, as far as they were looked through. */
export async function listTemplates(
  sql: Sql,
  organizationId: string,
  filters: TemplateFilters,
  before: string | null,
  limit: number,
): Promise<Walked<TemplateRow>> {
  const { status, name, language, category } = filters;
  const only = (column: string, value: string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and listed.${sql(column)} = ${value}`;
  const templates = walkedTable<TemplateRow>({
    ...{ sql, table: "templates", organizationId, columns: sql`listed.*, channel.id as channel_id` },
    ...{ beside: channelOf(sql, filters), among: sql`` },
    matching: sql`
      ${only("status", status)} ${only("name", name)} ${only("language", language)} ${only("category", category)}`,
  });
  return await walk(templates, before, limit);
}

/** One template; null when there is none, or none on a channel of `only`. */
export async function getTemplate(
  sql: Queryable,
  organizationId: string,
  id: string,
  only: readonly string[] | null,
): Promise<TemplateRow | null> {
  const [row] = await sql<TemplateRow[]>`
    select listed.*, channel.id as channel_id from templates as listed ${channelOf(sql, { only })}
    where listed.organization_id = ${organizationId} and listed.id = ${id}`;
  return row ?? null;
}

/** The channel that each is shown with; those that are on no such channel are left out. */
function channelOf(sql: Queryable, { only, channelId }: TemplateFilters): Fragment {
  return sql`
    cross join lateral (
      select id from channels
      where organization_id = listed.organization_id and waba_id = listed.waba_id and deleted_at is null
        ${only === null ? sql`` : sql`and id = any (${only as string[]})`}
        ${channelId === undefined ? sql`` : sql`and id = ${channelId}`}
      order by id limit 1
    ) as channel`;
}

export type NewTemplate = Pick<
  TemplateRow,
  | "organization_id"
  | "id"
  | "waba_id"
  | "name"
  | "language"
  | "category"
  | "parameter_format"
  | "components"
  | "optimization_spec"
>;

/** Stores a draft; false when the account has a template of this name and language. */
export async function insertTemplate(sql: Queryable, template: NewTemplate): Promise<boolean> {
  const rows = await sql`
    insert into templates ${sql({ ...template, status: "draft" })}
    on conflict (organization_id, waba_id, name, language) do nothing returning id`;
  return rows.length > 0;
}

export type TemplateChanges = Partial<
  Pick<
    TemplateRow,
    | "provider_id"
    | "flag"
    | "category"
    | "parameter_format"
    | "components"
    | "draft"
    | "edits"
    | "optimization_spec"
  >
>;

export async function updateTemplate(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: TemplateChanges,
): Promise<void> {
  await sql`
    update templates set updated_at = now(), ${sql(changes)}
    where organization_id = ${organizationId} and id = ${id}`;
}

/**
 * Notes that a template was submitted. Its status is written only if nothing
 * was stored since it was read: a decision can come before the response.
 */
export async function noteSubmitted(
  sql: Queryable,
  template: TemplateRow,
  status: string,
  changes: TemplateChanges,
): Promise<void> {
  await sql`
    update templates set updated_at = now(), ${sql(changes)},
      status = case when date_trunc('milliseconds', updated_at) = ${template.updated_at} then ${status} else status end,
      rejected_reason = case when date_trunc('milliseconds', updated_at) = ${template.updated_at}
        then null else rejected_reason end
    where organization_id = ${template.organization_id} and id = ${template.id}`;
}

export async function deleteTemplate(sql: Queryable, organizationId: string, id: string): Promise<void> {
  await sql`delete from templates where organization_id = ${organizationId} and id = ${id}`;
}
