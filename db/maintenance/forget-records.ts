import { forgetAudit } from "../auth/audit-retention.ts";
import type { Sql } from "../connection/client.ts";
import { applyLateRevisions } from "../inbound/late-revisions.ts";

const ROWS_AT_ONCE = 5000;
/** For so long a change waits for its message. */
const EARLY_HOURS = 168;
/** WhatsApp keeps what it can't deliver for a month: until then, a delivery may be reported again. */
const LATEST_DELIVERY_DAYS = 45;
/** So long after it began, a budget's period is over, and what messages of it cost is known. */
const BUDGET_HOURS = 62 * 24;
/** So long figures go back that say who answered when. */
const RESPONSE_HOURS = 731 * 24;

/**
 * Forgets records that nothing else removes, a batch at a time. Most go after the retention, counted from their last
 * change, and entries of the audit log after days of their own. What counts something is kept as long as it is counted:
 * budgets for two months, response times for two years, what an agent sent for a day. What messages cost stays as long
 * as the messages, and at least as long as a delivery may be reported.
 */
export async function forgetRecords(sql: Sql, days: { retention: number; audit: number }): Promise<void> {
  const older = (column: string, hours: number): Fragment =>
    sql`${sql(column)} < now() - make_interval(hours => ${hours})`;
  const retention = days.retention * 24;
  await forgetAudit(sql, days.audit);
  await forget(sql, "contact_erasures", older("finished_at", days.audit * 24));
  await forget(sql, "orders", older("updated_at", retention));
  await forget(sql, "template_syncs", older("created_at", retention));
  await forget(sql, "message_cancellations", older("created_at", retention));
  await forgetBroadcasts(sql, retention);
  await forget(sql, "phone_registrations", older("tried_at", 168));
  await applyLateRevisions(sql, EARLY_HOURS * 60);
  await forget(sql, "early_revisions", older("created_at", EARLY_HOURS));
  await forget(
    sql,
    "web_recipients",
    sql`coalesce(greatest(asked_at, opened_at, checked_at), '-infinity') < now() - make_interval(hours => ${retention})`,
  );
  await sql`select recount_portfolio(id) from portfolios order by id`;
  await forget(sql, "budget_spending", older("began_at", BUDGET_HOURS));
  await forget(sql, "budget_alerts", older("began_at", BUDGET_HOURS));
  await forget(sql, "response_times", older("ended_at", RESPONSE_HOURS));
  await forget(sql, "approval_asks", older("created_at", retention));
  await forget(sql, "approvals", older("created_at", retention));
  await forget(sql, "agent_usage", older("minute", 25));
  await forget(sql, "marketing_holds", sql`until < now()`);
  const charged = Math.max(days.retention, LATEST_DELIVERY_DAYS);
  await forget(sql, "message_costs", sql`day < current_date - ${charged}::integer`);
  await forget(sql, "lanes", LANE_IS_GONE(sql));
}

type Fragment = ReturnType<Sql>;

/** Nobody drains it, nothing is in it, and what it was the lane of is gone. */
const LANE_IS_GONE = (sql: Sql): Fragment => sql`
  owner is null
  and not exists (select from lane_items as item where item.lane_id = lanes.lane_id)
  and not exists (
    select from channels as channel
    where channel.organization_id = lanes.organization_id and channel.id = lanes.lane_id
      and channel.deleted_at is null
  )
  and not exists (
    select from webhook_endpoints as endpoint
    where endpoint.organization_id = lanes.organization_id and endpoint.id = lanes.lane_id
  )
  and kind <> 'import'`;

/** Those that are over, or were never started; their people go first. */
async function forgetBroadcasts(sql: Sql, hours: number): Promise<void> {
  const gone = sql`
    select organization_id, id from broadcasts
    where updated_at < now() - make_interval(hours => ${hours})
      and status in ('draft', 'stopped', 'completed', 'cancelled')`;
  await forget(sql, "broadcast_people", sql`(organization_id, broadcast_id) in (${gone})`);
  await forget(sql, "broadcast_tallies", sql`(organization_id, broadcast_id) in (${gone})`);
  await forget(sql, "broadcasts", sql`(organization_id, id) in (${gone})`);
}

async function forget(sql: Sql, table: string, which: Fragment): Promise<void> {
  const forgetSome = () => sql`
    delete from ${sql(table)} where ctid = any (array(
      select ctid from ${sql(table)} where ${which} limit ${ROWS_AT_ONCE}
    ))`;
  while ((await forgetSome()).count === ROWS_AT_ONCE);
}
