import type { Queryable } from "./client.ts";

export type TemplateRow = {
  organization_id: string;
  id: string;
  /** The channel it is shown with: the asked one, or the oldest of its business account. */
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
  created_at: Date;
  updated_at: Date;
};

/** What a send is checked against. */
export type TemplateDefinition = {
  id: string;
  status: string;
  category: string;
  parameter_format: string;
  components: unknown[];
};

/** The template of a name and language that a business account has; null when we know none. */
export async function findTemplate(
  sql: Queryable,
  organizationId: string,
  wabaId: string,
  name: string,
  language: string,
): Promise<TemplateDefinition | null> {
  const [row] = await sql<(Omit<TemplateDefinition, "components"> & { components: string })[]>`
    select id, status, category, parameter_format, components from templates
    where organization_id = ${organizationId} and waba_id = ${wabaId}
      and name = ${name} and language = ${language}`;
  return row === undefined ? null : { ...row, components: JSON.parse(row.components) as unknown[] };
}
