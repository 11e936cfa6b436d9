import type { Sql } from "../connection/client.ts";
import { between, edgeOf, type Fragment } from "./edges.ts";
import type { WalkedList } from "./walk.ts";

/** A table whose rows are listed by their ids, the newest first; conditions name it `listed`, and each begins with `and`. */
export type WalkedTable = {
  sql: Sql;
  table:
    | "orders"
    | "imports"
    | "templates"
    | "audit_log"
    | "crm_records"
    | "media"
    | "resumable_uploads"
    | "broadcasts";
  organizationId: string;
  columns: Fragment;
  /** A join for further columns of each row; a row without a match is left out. */
  beside?: Fragment;
  /** Those that are looked through; an index has them in the order of their ids. */
  among: Fragment;
  /** A further condition on the rows that are shown. */
  matching: Fragment;
};

/** Looks through one organisation's rows of a table. */
export function walkedTable<Row>(query: WalkedTable): WalkedList<Row> {
  const { sql, table, columns, beside = sql``, matching } = query;
  return {
    edge: (from, places) =>
      edgeOf(sql, sql`listed.id`, sql`from ${sql(table)} as listed ${within(query, from, null)}`, places),
    read: async (from, to, limit) => {
      const rows = await sql`
        select ${columns} from ${sql(table)} as listed ${beside}
        ${within(query, from, to)} ${matching} order by listed.id desc limit ${limit}`;
      return rows as unknown as Row[];
    },
  };
}

function within(
  { sql, organizationId, among }: WalkedTable,
  from: string | null,
  to: string | null,
): Fragment {
  return sql`
    where listed.organization_id = ${organizationId} ${among} ${between(sql, sql`listed.id`, from, to)}`;
}
