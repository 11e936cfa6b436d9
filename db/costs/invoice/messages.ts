/** The messages behind a difference between the ledger and an invoice. */
import type { Queryable } from "../../connection/client.ts";
import { isBilled, type OfMonth } from "./ledger.ts";

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
  of: OfMonth,
  { day, country, category }: { day: string; country: string; category: string },
): Promise<number> {
  const [row] = await sql<[{ amount: number }]>`
    select coalesce(sum(amount), 0)::float8 as amount from message_costs as known
    where organization_id = ${of.organizationId} and ${isBilled(sql, of)}
      and channel_id = any (channels_of_number(${of.organizationId}, ${of.channelId}))
      and day = ${day}::date and country = ${country} and category = ${category} and state = 'billed'
      and basis = 'max_price'`;
  return row.amount;
}

/** Messages that are in the ledger. */
export async function chargedMessages(sql: Queryable, sought: Sought): Promise<string[]> {
  const rows = await sql<{ message_id: string }[]>`
    select distinct message_id from message_costs as known
    where organization_id = ${sought.organizationId} and ${isBilled(sql, sought)}
      and channel_id = any (channels_of_number(${sought.organizationId}, ${sought.channelId})) and day = ${sought.day}::date
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
    select known.id from messages as known
    where known.organization_id = ${sought.organizationId} and ${isBilled(sql, sought)}
      and known.channel_id = any (channels_of_number(${sought.organizationId}, ${sought.channelId}))
      and known.direction = 'outbound' and known.status = 'sent' and known.provider_message_id is not null
      and known.cost ->> 'country' = ${sought.country}
      and (${sought.isFree} or known.cost ->> 'category' = ${sought.category})
      and known.id between ${from}::uuid and ${to}::uuid
      and not exists (
        select from message_costs as cost
        where cost.organization_id = known.organization_id and cost.message_id = known.id
      )
    order by known.id desc limit ${sought.limit}`;
  return rows.map(({ id }) => id);
}
