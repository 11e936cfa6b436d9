import { actorName } from "../auth/names.ts";
import type { Queryable } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { sumsByAccount } from "./accounts.ts";
import { partsOf } from "./parts.ts";
import type { CostFilter, SummedGroup } from "./question.ts";

/** How many delivered messages there were, how many of them were free or have no price, and what they cost. */
export type CostSum = { messages: number; free: number; unpriced: number; amount: number };

/** The sum of a group; null is what belongs to none, such as messages of no broadcast. */
export type GroupedSum = CostSum & { group: string | null; name: string | null };

/** More groups than that are not shown: nobody reads them. */
export const MOST_GROUPS = 10_000;

/** The sums of each group, days and months in their order, others by what they cost; and that of all of them. */
export async function sumCosts(
  sql: Queryable,
  filter: CostFilter,
  groupBy: SummedGroup,
): Promise<{ groups: GroupedSum[]; total: CostSum }> {
  const rows = await sql<(GroupedSum & { is_total: boolean })[]>`
    with summed as (
      select grouping(counted."group") = 1 as is_total, nullif(counted."group", '') as "group", ${sums(sql)}
      from (select ${groupOf(sql, groupBy)} as "group", sums.* from ${rowsOf(sql, filter, groupBy)}) as counted
      group by grouping sets ((counted."group"), ())
      ${isByAccount(filter, groupBy) ? sql`having grouping(counted."group") = 1 or sum(counted.messages) > 0` : sql``}
      order by is_total desc, ${groupBy === "day" || groupBy === "month" ? sql`` : sql`amount desc, messages desc,`} "group"
      limit ${MOST_GROUPS + 1}
    )
    select summed.*, ${nameOf(sql, filter.organizationId, groupBy)} as name from summed
    order by is_total desc, ${groupBy === "day" || groupBy === "month" ? sql`` : sql`amount desc, messages desc,`} "group"`;
  const [total, ...groups] = rows.map(({ is_total: _, ...row }) => row);
  const { messages = 0, free = 0, unpriced = 0, amount = 0 } = total ?? {};
  return { groups, total: { messages, free, unpriced, amount } };
}

/** The sum of all. */
export async function sumAllCosts(sql: Queryable, filter: CostFilter): Promise<CostSum> {
  return (await sumCosts(sql, filter, "category")).total;
}

function sums(sql: Queryable): Fragment {
  return sql`coalesce(sum(counted.messages), 0)::float8 as messages, coalesce(sum(counted.free), 0)::float8 as free,
    coalesce(sum(counted.unpriced), 0)::float8 as unpriced, coalesce(sum(counted.amount), 0)::float8 as amount`;
}

function groupOf(sql: Queryable, groupBy: SummedGroup): Fragment {
  const groups: Record<SummedGroup, Fragment> = {
    day: sql`sums.at::text`,
    month: sql`to_char(sums.at, 'YYYY-MM')`,
    channel: sql`sums.channel_id`,
    account: sql`coalesce(sums.account, '')`,
    category: sql`sums.category`,
    country: sql`sums.country`,
    broadcast: sql`sums.broadcast_id`,
    key: sql`sums.key`,
    // the length of a UUID; keys and what goes by itself have other names
    user: sql`case when length(sums.key) = 36 then sums.key else '' end`,
  };
  return groups[groupBy];
}

function isByAccount({ accountId }: CostFilter, groupBy: SummedGroup): boolean {
  return groupBy === "account" || accountId !== undefined;
}

/** The rows that are added up, with the accounts that were billed if the question is about these. */
function rowsOf(sql: Queryable, filter: CostFilter, groupBy: SummedGroup): Fragment {
  const sums = sumsOf(sql, filter, groupBy);
  if (!isByAccount(filter, groupBy)) return sums;
  const { organizationId, currency, from, to, accountId } = filter;
  const named: Fragment = sql`known.at between ${from}::date and ${to}::date and known.currency = ${currency} ${only(sql, filter)}`;
  const rows: Fragment = sql`${sumsByAccount(sql, organizationId, { sums, named })} as sums`;
  return accountId === undefined ? rows : sql`${rows} where sums.account = ${accountId}`;
}

/** Of these, those of cost_sums: as few as the question allows. */
function sumsOf(sql: Queryable, filter: CostFilter, groupBy: SummedGroup): Fragment {
  const parts = partsOf(filter, groupBy);
  return sql`unnest(
    ${parts.map(({ span }) => span)}::text[], ${parts.map(({ first }) => first)}::date[],
    ${parts.map(({ last }) => last)}::date[]
  ) as part (span, first, last)
  cross join lateral (
    select * from cost_sums as known
    where known.organization_id = ${filter.organizationId} and known.span = part.span
      and known.at between part.first and part.last and known.currency = ${filter.currency}
      ${only(sql, filter)}
  ) as sums`;
}

function only(sql: Queryable, { channelIds, category, country, broadcastId, key }: CostFilter): Fragment {
  return sql`
    ${channelIds === null ? sql`` : sql`and known.channel_id = any (${channelIds as string[]})`}
    ${category === undefined ? sql`` : sql`and known.category = ${category}`}
    ${country === undefined ? sql`` : sql`and known.country = ${country}`}
    ${broadcastId === undefined ? sql`` : sql`and known.broadcast_id = ${broadcastId}`}
    ${key === undefined ? sql`` : sql`and known.key = ${key}`}`;
}

/** What a group is called; null where it is gone. */
function nameOf(sql: Queryable, organizationId: string, groupBy: SummedGroup): Fragment {
  if (groupBy === "key" || groupBy === "user")
    return actorName(sql, sql`${organizationId}`, sql`summed."group"`);
  const table = groupBy === "channel" ? "channels" : groupBy === "broadcast" ? "broadcasts" : null;
  if (table === null) return sql`null`;
  return sql`(
    select known.name from ${sql(table)} as known
    where known.organization_id = ${organizationId} and known.id = summed."group"
  )`;
}
