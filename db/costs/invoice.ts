import { CHANNEL_COLUMNS, type ChannelRow } from "../channels/channels.ts";
import type { Queryable } from "../connection/client.ts";
import { NO_CURRENCY } from "./message-price.ts";

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

/** A number of an organisation, and a month, such as 2026-10. */
export type OfMonth = { organizationId: string; channelId: string; month: string };

/** What a number's messages of a month cost by the ledger, by day, country and category. */
export async function ledgerOfMonth(
  sql: Queryable,
  { organizationId, channelId, month }: OfMonth,
): Promise<LedgerRow[]> {
  return await sql<LedgerRow[]>`
    select at::text as day, country, category, currency, sum(messages)::float8 as messages, sum(free)::float8 as free,
      sum(unpriced)::float8 as unpriced, sum(amount)::float8 as amount
    from cost_sums
    where organization_id = ${organizationId} and span = 'day' and channel_id = any (channels_of_number(${organizationId}, ${channelId}))
      and at >= ${`${month}-01`}::date and at < ${`${month}-01`}::date + interval '1 month' and currency <> ${NO_CURRENCY}
    group by at, country, category, currency
    having sum(messages) > 0
    order by at, country, category`;
}

/** The same in one sum for each currency. */
export async function ledgerTotals(
  sql: Queryable,
  { organizationId, channelId, month }: OfMonth,
): Promise<LedgerTotal[]> {
  return await sql<LedgerTotal[]>`
    select currency, sum(messages)::float8 as messages, sum(free)::float8 as free, sum(unpriced)::float8 as unpriced,
      sum(amount)::float8 as amount
    from cost_sums
    where organization_id = ${organizationId} and span = 'month' and channel_id = any (channels_of_number(${organizationId}, ${channelId}))
      and at = ${`${month}-01`}::date and currency <> ${NO_CURRENCY}
    group by currency order by currency`;
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

/** Which messages are looked for: of a day, a country and a category, at most so many. */
export type Sought = OfMonth & {
  day: string;
  country: string;
  category: string;
  isFree: boolean;
  limit: number;
};

/** What the ledger has for messages whose template has a maximum price; zero without any. */
export async function amountAtMost(
  sql: Queryable,
  { organizationId, channelId }: OfMonth,
  { day, country, category }: { day: string; country: string; category: string },
): Promise<number> {
  const [row] = await sql<[{ amount: number }]>`
    select coalesce(sum(amount), 0)::float8 as amount from message_costs
    where organization_id = ${organizationId} and channel_id = any (channels_of_number(${organizationId}, ${channelId}))
      and day = ${day}::date and country = ${country} and category = ${category} and state = 'billed'
      and basis = 'max_price'`;
  return row.amount;
}

/** Messages that are in the ledger. */
export async function chargedMessages(sql: Queryable, sought: Sought): Promise<string[]> {
  const rows = await sql<{ message_id: string }[]>`
    select distinct message_id from message_costs
    where organization_id = ${sought.organizationId} and channel_id = any (channels_of_number(${sought.organizationId}, ${sought.channelId})) and day = ${sought.day}::date
      and country = ${sought.country} and (${sought.isFree} or category = ${sought.category})
      and state = ${sought.isFree ? "free" : "billed"}
    order by message_id limit ${sought.limit}`;
  return rows.map(({ message_id }) => message_id);
}

/**
 * Messages with an id from one to another that WhatsApp took, and whose delivery was never reported: the
 * ledger lacks them. Whether they would have been free is not known.
 */
export async function unreportedMessages(
  sql: Queryable,
  sought: Omit<Sought, "day">,
  [from, to]: readonly [string, string],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select message.id from messages as message
    where message.organization_id = ${sought.organizationId} and message.channel_id = any (channels_of_number(${sought.organizationId}, ${sought.channelId}))
      and message.direction = 'outbound' and message.status = 'sent' and message.provider_message_id is not null
      and message.cost ->> 'country' = ${sought.country}
      and (${sought.isFree} or message.cost ->> 'category' = ${sought.category})
      and message.id between ${from}::uuid and ${to}::uuid
      and not exists (
        select from message_costs as known
        where known.organization_id = message.organization_id and known.message_id = message.id
      )
    order by message.id desc limit ${sought.limit}`;
  return rows.map(({ id }) => id);
}
