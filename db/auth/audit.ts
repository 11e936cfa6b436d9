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
  created_at: Date;
};

/** Writes an entry, in the transaction of the change it records. */
export async function insertAudit(sql: Queryable, entry: Omit<AuditRow, "created_at">): Promise<void> {
  await sql`
    insert into audit_log ${sql(entry, "organization_id", "id", "action", "actor_type", "actor_id", "target_type", "target_id", "address", "request_id", "changes")}`;
}

export type AuditFilters = {
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
  const entries = walkedTable<AuditRow>({
    ...{ sql, table: "audit_log", organizationId, columns: sql`listed.*` },
    among: sql`
      ${only(...narrowest(filters))}
      ${since === undefined ? sql`` : sql`and listed.id >= 'aud_' || ulid_time(${since}::timestamptz - ${ASIDE}::interval)`}
      ${until === undefined ? sql`` : sql`and listed.id < 'aud_' || ulid_time(${until}::timestamptz + ${ASIDE}::interval)`}`,
    matching: sql`
      ${only("action", action)} ${only("actor_id", actor_id)} ${only("target_id", target_id)}
      ${since === undefined ? sql`` : sql`and listed.created_at >= ${since}`}
      ${until === undefined ? sql`` : sql`and listed.created_at < ${until}`}`,
  });
  return await walk(entries, before, limit);
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
