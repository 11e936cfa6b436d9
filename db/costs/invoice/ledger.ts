import { CHANNEL_COLUMNS, type ChannelRow } from "../../channels/channels.ts";
import type { Queryable } from "../../connection/client.ts";
import type { Fragment } from "../../lists/edges.ts";
import { sumsByAccount } from "../accounts.ts";
import { NO_CURRENCY } from "../message-price.ts";

/** What was delivered on a day to a country, as the ledger has it. */
export type LedgerRow = {
  /** By the account's clock, such as 2026-10-01. */
  day: string;
  country: string;
  category: string;
  currency: string;
  messages: number;
  free: number;
  unpriced: number;
  /** Of the charged ones. */
  amount: number;
};

export type LedgerTotal = {
  currency: string;
  messages: number;
  free: number;
  unpriced: number;
  amount: number;
};

/** A number of an organisation and its business account, an account that is billed for it, and a month, such as 2026-10. */
export type OfMonth = {
  organizationId: string;
  channelId: string;
  wabaId: string | null;
  accountId: string | null;
  month: string;
};

/** The messaging accounts that a number's messages of a month were sent with. */
export async function accountsOfMonth(
  sql: Queryable,
  { organizationId, channelId, month }: MonthOfNumber,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select messaging_account_id as id from cost_accounts as known
    where organization_id = ${organizationId} and ${inMonth(sql, { organizationId, channelId, month }, "known")}
    group by 1 having sum(messages) > 0 order by 1`;
  return rows.map(({ id }) => id);
}

/** What an account was billed for a number's messages of a month by the ledger, by day, country and category. */
export async function ledgerOfMonth(sql: Queryable, of: OfMonth): Promise<LedgerRow[]> {
  return await sql<LedgerRow[]>`
    select at::text as day, country, category, currency, sum(messages)::float8 as messages, sum(free)::float8 as free,
      sum(unpriced)::float8 as unpriced, sum(amount)::float8 as amount
    from ${ledger(sql, of, "day")}
    group by at, country, category, currency
    having sum(messages) > 0
    order by at, country, category`;
}

/** The same in one sum for each currency. */
export async function ledgerTotals(sql: Queryable, of: OfMonth): Promise<LedgerTotal[]> {
  return await sql<LedgerTotal[]>`
    select currency, sum(messages)::float8 as messages, sum(free)::float8 as free, sum(unpriced)::float8 as unpriced,
      sum(amount)::float8 as amount
    from ${ledger(sql, of, "month")}
    group by currency having sum(messages) > 0 order by currency`;
}

/** The rows of sums of one kind that an account was billed. */
function ledger(sql: Queryable, of: OfMonth, span: "day" | "month"): Fragment {
  const sums: Fragment = sql`cost_sums as sums
    where sums.organization_id = ${of.organizationId} and sums.span = ${span} and ${inMonth(sql, of, "sums")}`;
  const rows = sumsByAccount(sql, of.organizationId, { sums, named: inMonth(sql, of, "known") });
  return sql`${rows} as known where ${isBilled(sql, of)}`;
}

type MonthOfNumber = Pick<OfMonth, "organizationId" | "channelId" | "month">;

/** Of the month and the number, and with a price, once there is one. */
function inMonth(
  sql: Queryable,
  { organizationId, channelId, month }: MonthOfNumber,
  table: "sums" | "known",
): Fragment {
  const column = (name: string) => sql(`${table}.${name}`);
  const first: Fragment = sql`${`${month}-01`}::date`;
  return sql`${column("channel_id")} = any (channels_of_number(${organizationId}, ${channelId}))
    and ${column("at")} >= ${first} and ${column("at")} < ${first} + interval '1 month'
    and ${column("currency")} <> ${NO_CURRENCY}`;
}

/** Whether the account was billed what `known` is about: where none was named, the number's business account. */
export function isBilled(
  sql: Queryable,
  { wabaId, accountId }: Pick<OfMonth, "wabaId" | "accountId">,
): Fragment {
  return sql`coalesce(known.messaging_account_id, ${wabaId}::text) is not distinct from ${accountId}::text`;
}

/** Removed channels with messages in a month, the last one of a number that is not here any more. */
export async function removedChannels(
  sql: Queryable,
  organizationId: string,
  only: readonly string[] | null,
  month: string,
): Promise<ChannelRow[]> {
  return await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels as gone
    where organization_id = ${organizationId} and deleted_at is not null
      and (${only === null} or id = any (${(only ?? []) as string[]}))
      and exists (
        select from cost_sums as known
        where known.organization_id = gone.organization_id and span = 'month' and at = ${`${month}-01`}::date and messages > 0
          and channel_id = any (channels_of_number(gone.organization_id, gone.id))
      )
      and not exists (
        select from channels as later
        where later.organization_id = gone.organization_id and later.phone_number_id = gone.phone_number_id
          and (later.deleted_at is null or later.id > gone.id)
      )
    order by id desc`;
}
