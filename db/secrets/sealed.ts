import type { Sql } from "../connection/client.ts";

/** A column that holds sealed secrets, alone or within a larger text. */
export type SealedColumn = {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  column: string;
  type: "text" | "jsonb";
};

/** A row's key, in the order of the key's columns, and its text. */
export type SealedRow = { key: string[]; value: string };

/**
 * Rows after `after` (null: from the start) that may hold secrets sealed with
 * another key than `id`, in the order of their keys.
 */
export async function readSealed(
  sql: Sql,
  { table, key, column }: SealedColumn,
  id: string,
  after: readonly string[] | null,
  limit: number,
): Promise<SealedRow[]> {
  const columns = sql.unsafe(key.map(quoted).join(", "));
  const names = sql.unsafe(key.map((name) => `${quoted(name)}::text`).join(", "));
  return await sql<SealedRow[]>`
    select array[${names}] as key, ${sql(column)}::text as value from ${sql(table)}
    where ${sql(column)}::text ~ ${`v1\\.(?!${id}\\.)[^."]+\\.`}
      ${after === null ? sql`` : sql`and (${columns}) > (${listed(sql, after)})`}
    order by ${columns} limit ${limit}`;
}

/** Replaces a row's text, unless it changed meanwhile; then it is left alone and false returned. */
export async function replaceSealed(
  sql: Sql,
  { table, key, column, type }: SealedColumn,
  row: SealedRow,
  value: string,
): Promise<boolean> {
  const columns = sql.unsafe(key.map(quoted).join(", "));
  const changed = await sql`
    update ${sql(table)} set ${sql(column)} = ${value}::text::${sql.unsafe(type)}
    where (${columns}) = (${listed(sql, row.key)}) and ${sql(column)}::text = ${row.value}`;
  return changed.count > 0;
}

function listed(sql: Sql, values: readonly string[]) {
  return values.map((value, index) => (index === 0 ? sql`${value}` : sql`, ${value}`));
}

function quoted(name: string): string {
  return `"${name}"`;
}
