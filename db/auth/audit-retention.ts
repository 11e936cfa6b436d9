import type { Sql } from "../connection/client.ts";
import { listChains } from "./audit-chain.ts";

const ROWS_AT_ONCE = 5000;
const DAY_MS = 24 * 3600_000;

/** Deletes entries of all organisations that are older than so many days: see forgetAuditOf. */
export async function forgetAudit(sql: Sql, days: number): Promise<void> {
  const [row] = await sql<[{ before: Date }]>`select now() - make_interval(days => ${days}) as before`;
  const old = await sql<{ organization_id: string }[]>`
    select distinct organization_id from audit_log where created_at < ${dayOf(row.before)}`;
  const organizations = new Set([
    ...old.map(({ organization_id }) => organization_id),
    ...(await listChains(sql)),
  ]);
  for (const organizationId of organizations) await forgetAuditOf(sql, organizationId, row.before);
}

/**
 * Deletes an organisation's entries of the days (in UTC) before a moment, after its chain said so: one link a day. Their links
 * go a day later, but for the newest of them.
 */
export async function forgetAuditOf(sql: Sql, organizationId: string, moment: Date): Promise<void> {
  const before = dayOf(moment);
  // an id has the clock of its daemon
  const old = sql`
    select id from audit_log
    where organization_id = ${organizationId} and created_at < ${before}
      and id < 'aud_' || ulid_time(${before}::timestamptz + '1 day') limit ${ROWS_AT_ONCE}`;
  const forgetSome = () => sql`
    delete from audit_log where organization_id = ${organizationId} and id = any (array(${old}))`;
  if ((await sql`${old}`).length > 0) await sql`select link_audit_retention(${organizationId}, ${before})`;
  while ((await forgetSome()).count === ROWS_AT_ONCE);
  await forgetLinks(sql, organizationId, before);
}

async function forgetLinks(sql: Sql, organizationId: string, before: Date): Promise<void> {
  const forgetSome = () => sql`
    delete from audit_links where organization_id = ${organizationId} and position < (
      select max(position) from (
        select position, created_at from audit_links
        where organization_id = ${organizationId} order by position limit ${ROWS_AT_ONCE}
      ) as oldest
      where created_at < ${before}::timestamptz - interval '1 day'
    )`;
  while ((await forgetSome()).count > 0);
}

/** The beginning of a moment's day. */
export function dayOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}
