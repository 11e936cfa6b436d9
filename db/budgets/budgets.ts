import type { Queryable } from "../connection/client.ts";

export type BudgetScope = "organization" | "channel" | "key" | "user" | "broadcast";

/** What a person decides of a budget when it is made. */
export type NewBudget = {
  scope: BudgetScope;
  /** The channel, key, user or broadcast; empty for the organisation. */
  scope_id: string;
  period: "day" | "month";
  time_zone: string;
  currency: string;
} & BudgetChanges;

/** What can be changed later. */
export type BudgetChanges = {
  amount: number;
  /** A share of the amount. */
  warn_at: number;
  stop: "marketing" | "all_but_authentication" | "none";
};

export type BudgetRow = NewBudget & {
  id: string;
  created_at: Date;
  updated_at: Date;
  /** Of the period that is now. */
  spent: number;
  began_at: Date;
  begins_again_at: Date;
};

export type BudgetFilter = {
  /** Only budgets of these channels; null is all budgets. */
  channelIds: readonly string[] | null;
  id?: string;
};

/** Makes a budget. What was spent before in the period that is now counts. */
export async function insertBudget(
  sql: Queryable,
  organizationId: string,
  id: string,
  made: NewBudget,
): Promise<BudgetRow> {
  await sql`insert into budgets ${sql({ organization_id: organizationId, id, ...made })}`;
  await sql`select count_earlier(${organizationId}, ${id})`;
  const row = await findBudget(sql, organizationId, id);
  if (row === null) throw new Error("the new budget is not there");
  return row;
}

/**
 * Whether the database takes a time zone for what everybody does: abbreviations such as CET have no summer time there,
 * and +05:30 is west of Greenwich (PostgreSQL, "Date/Time Configuration Files" and "POSIX Time Zone Specifications").
 */
export async function isZoneOfDatabase(sql: Queryable, zone: string): Promise<boolean> {
  const [row] = await sql<[{ is_zone: boolean }]>`
    select exists (select from pg_timezone_names where lower(name) = lower(${zone})) and not exists (
      select from pg_timezone_abbrevs where abbrev = upper(${zone}) and abbrev not in ('UTC', 'GMT')
    ) as is_zone`;
  return row.is_zone;
}

/** A budget as it is now, or null. */
export async function findBudget(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<BudgetRow | null> {
  const [row] = await listBudgets(sql, organizationId, { channelIds: null, id }, null, 1);
  return row ?? null;
}

/** Budgets as they are now, the newest first; `before` is the id of one. */
export async function listBudgets(
  sql: Queryable,
  organizationId: string,
  { channelIds, id }: BudgetFilter,
  before: string | null,
  limit: number,
): Promise<BudgetRow[]> {
  return await sql<BudgetRow[]>`
    select known.id, known.scope, known.scope_id, known.period, known.time_zone, known.currency, known.stop,
      known.amount::float8 as amount, known.warn_at::float8 as warn_at, known.created_at, known.updated_at,
      budget_spent(known.organization_id, known.id, place.began_at)::float8 as spent, place.began_at,
      period_ends(known.period, known.time_zone, place.began_at) as begins_again_at
    from budgets as known
    cross join lateral (select period_began(known.period, known.time_zone, now()) as began_at) as place
    where known.organization_id = ${organizationId}
      ${id === undefined ? sql`` : sql`and known.id = ${id}`}
      ${before === null ? sql`` : sql`and known.id < ${before}`}
      ${channelIds === null ? sql`` : sql`and known.scope = 'channel' and known.scope_id = any (${channelIds as string[]}::text[])`}
    order by known.id desc
    limit ${limit}`;
}

/**
 * Changes a budget; null when there is none. Lines that it is below again can be crossed again, and broadcasts that it
 * stopped continue.
 */
export async function updateBudget(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: Partial<BudgetChanges>,
): Promise<BudgetRow | null> {
  await sql`select release_broadcasts(${organizationId}, ${id})`;
  const { count } = await sql`
    update budgets set ${sql({ ...changes, updated_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id}`;
  if (count === 0) return null;
  await sql`select forget_alerts(${organizationId}, ${id})`;
  return await findBudget(sql, organizationId, id);
}

/** Deletes a budget, and what was counted; false when there is none. */
export async function deleteBudget(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ gone: boolean }[]>`select delete_budget(${organizationId}, ${id}) as gone`;
  return row?.gone ?? false;
}
