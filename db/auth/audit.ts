import type { Queryable, Sql } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

export type AuditRow = {
  organization_id: string;
  id: string;
  action: string;
  actor_type: "key" | "user" | "command" | "link" | "elicitation" | "whatsapp";
  actor_id: string | null;
  target_type: string;
  target_id: string | null;
  address: string | null;
  request_id: string | null;
  /** JSON text of what changed. */
  changes: string;
  /** Which kind an action is of says the database, see migration 0269. */
  kind: "read" | "export" | "change";
  created_at: Date;
};

const COLUMNS = [
  ...(["organization_id", "id", "action", "actor_type", "actor_id"] as const),
  ...(["target_type", "target_id", "address", "request_id", "changes"] as const),
];

/** Writes entries of what is recorded by itself, such as reads. */
export async function insertAudits(
  sql: Queryable,
  entries: readonly Omit<AuditRow, "created_at" | "kind">[],
): Promise<void> {
  await sql`insert into audit_log ${sql(entries as AuditRow[], ...COLUMNS)}`;
}

/** Writes an entry, in the transaction of the change it records. */
export async function insertAudit(
  sql: Queryable,
  entry: Omit<AuditRow, "created_at" | "kind">,
): Promise<void> {
  await insertAudits(sql, [entry]);
}

export type AuditFilters = {
  /** Without it: what was changed and exported, and not what was read. */
  kind?: AuditRow["kind"] | "all" | undefined;
  action?: string | undefined;
  actor_id?: string | undefined;
  target_id?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
};

/** Entries of an organisation, newest first, older than `before`, as far as they were looked through. */
export async function listAudit(
  sql: Sql,
  organizationId: string,
  filters: AuditFilters,
  before: string | null,
  limit: number,
): Promise<Walked<AuditRow>> {
  const { action, actor_id, target_id, since, until } = filters;
  const only = (column: string, value: string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and listed.${sql(column)} = ${value}`;
  // of one actor or target there are few enough of each kind
  const isNarrow = actor_id !== undefined || target_id !== undefined;
  const entries = walkedTable<AuditRow>({
    ...{ sql, table: "audit_log", organizationId, columns: sql`listed.*` },
    among: sql`
      ${isNarrow ? sql`` : ofKind(sql, filters)} ${only(...narrowest(filters))}
      ${since === undefined ? sql`` : sql`and listed.id >= 'aud_' || ulid_time(${since}::timestamptz - ${ASIDE}::interval)`}
      ${until === undefined ? sql`` : sql`and listed.id < 'aud_' || ulid_time(${until}::timestamptz + ${ASIDE}::interval)`}`,
    matching: sql`
      ${isNarrow ? ofKind(sql, filters) : sql``} ${only("action", action)} ${only("actor_id", actor_id)} ${only("target_id", target_id)}
      ${since === undefined ? sql`` : sql`and listed.created_at >= ${since}`}
      ${until === undefined ? sql`` : sql`and listed.created_at < ${until}`}`,
  });
  return await walk(entries, before, limit);
}

/** An action is of one kind: whoever names one gets it. */
function ofKind(sql: Sql, { kind, action }: AuditFilters): Fragment {
  if (kind === "all" || (kind === undefined && action !== undefined)) return sql``;
  return kind === undefined ? sql`and listed.kind <> 'read'` : sql`and listed.kind = ${kind}`;
}

/** How far a daemon's clock, which is in the ids, may be from the database's. */
const ASIDE = "1 hour";

/** The fewest that have an index of their own: what that is on. */
function narrowest({
  action,
  actor_id,
  target_id,
}: AuditFilters): [column: string, value: string | undefined] {
  if (target_id !== undefined) return ["target_id", target_id];
  if (actor_id !== undefined) return ["actor_id", actor_id];
  return ["action", action];
}
