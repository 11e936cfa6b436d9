import type { Queryable } from "./client.ts";

export type AuditRow = {
  organization_id: string;
  id: string;
  action: string;
  actor_type: "key" | "user" | "command";
  actor_id: string | null;
  target_type: string;
  target_id: string | null;
  address: string | null;
  request_id: string | null;
  /** JSON text of what changed. */
  changes: string;
  created_at: Date;
};

/** Writes an entry; in the transaction of what it tells of. */
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

/** Entries of an organisation, newest first, older than `before`. */
export async function listAudit(
  sql: Queryable,
  organizationId: string,
  { action, actor_id, target_id, since, until }: AuditFilters,
  before: string | null,
  limit: number,
): Promise<AuditRow[]> {
  return await sql<AuditRow[]>`
    select organization_id, id, action, actor_type, actor_id, target_type, target_id, address, request_id,
      changes, created_at
    from audit_log
    where organization_id = ${organizationId}
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${actor_id === undefined ? sql`` : sql`and actor_id = ${actor_id}`}
      ${target_id === undefined ? sql`` : sql`and target_id = ${target_id}`}
      ${since === undefined ? sql`` : sql`and created_at >= ${since}`}
      ${until === undefined ? sql`` : sql`and created_at < ${until}`}
    order by id desc limit ${limit}`;
}
