import { CHANNEL_COLUMNS, type ChannelRow } from "../channels/channels.ts";
import type { Queryable } from "../connection/client.ts";
import type { ChargeInput, GroupPrice, MessagePrice } from "./message-price.ts";

/** The official numbers of an organisation, also removed ones. */
export async function listChargedChannels(sql: Queryable, organizationId: string): Promise<ChannelRow[]> {
  return await sql<ChannelRow[]>`
    select ${sql(CHANNEL_COLUMNS)} from channels
    where organization_id = ${organizationId} and platform = 'whatsapp_official'`;
}

/** Messages that were charged on a day, after one of them and up to another. */
export type ChargeSlice = {
  organizationId: string;
  day: string;
  after: readonly [messageId: string, participant: string];
  last: readonly [messageId: string, participant: string];
};

/** The first day from one on of which something was charged; null where there is none. */
export async function nextChargedDay(
  sql: Queryable,
  organizationId: string,
  from: string,
): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select min(at)::text as day from cost_sums
    where organization_id = ${organizationId} and span = 'total' and at >= ${from}::text::date`;
  return row?.day ?? null;
}

/** The next charges of a day, at most so many: where they end, and of what they are. */
export async function nextCharges(
  sql: Queryable,
  { organizationId, day, after: [messageId, participant] }: Omit<ChargeSlice, "last">,
  most: number,
): Promise<{
  last: [string, string] | null;
  of: { channel_id: string; country: string; category: string }[];
}> {
  const [row] = await sql<{ last: [string, string] | null; of: never }[]>`
    with slice as (
      select * from message_costs
      where organization_id = ${organizationId} and day = ${day}::text::date
        and (message_id, participant) > (${messageId}::uuid, ${participant})
      order by message_id, participant limit ${most}
    )
    select (
      select json_build_array(message_id, participant) from slice order by message_id desc, participant desc limit 1
    ) as last, (
      select coalesce(json_agg(kinds), '[]') from (select distinct channel_id, country, category from slice) as kinds
    ) as of`;
  return row ?? { last: null, of: [] };
}

/** A price of a channel's messages to a country (empty: unknown) in a category. */
export type KindPrice = Omit<MessagePrice, "currency" | "country" | "category"> & {
  channel_id: string;
  of_country: string;
  of_category: string;
  currency: string | null;
};

/** Applies prices to charges; see recount_charges. Returns the places after them. */
export async function recountCharges(
  sql: Queryable,
  { organizationId, day, after, last }: ChargeSlice,
  places: string,
  prices: readonly KindPrice[],
): Promise<string> {
  const [row] = await sql<[{ places: string }]>`
    select recount_charges(
      ${organizationId}, ${day}::text::date, ${after[0]}::uuid, ${after[1]}, ${last[0]}::uuid, ${last[1]},
      ${places}::text::jsonb, ${JSON.stringify(prices)}::text::json
    )::text as places`;
  return row.places;
}

/** Counts charges whose price stays; see count_places. Returns the places after them. */
export async function countPlaces(
  sql: Queryable,
  { organizationId, day, after, last }: ChargeSlice,
  places: string,
): Promise<string> {
  const [row] = await sql<[{ places: string }]>`
    select count_places(
      ${organizationId}, ${day}::text::date, ${after[0]}::uuid, ${after[1]}, ${last[0]}::uuid, ${last[1]},
      ${places}::text::jsonb
    )::text as places`;
  return row.places;
}

/** A message that nobody charged. */
export type UnchargedRow = {
  id: string;
  channel_id: string;
  type: string;
  status: string;
  address: string | null;
  user_id: string | null;
  content: string;
  pricing: string | null;
  provider_message_id: string | null;
  cost: (Record<string, unknown> & { category: string; people?: Record<string, number> }) | null;
  due_at: Date;
  delivered_at: Date | null;
};

/** Looks at the next messages, so many: which of them official numbers sent and nobody charged, and which was the last. */
export async function nextUncharged(
  sql: Queryable,
  { organizationId, after }: { organizationId: string; after: string },
  most: number,
): Promise<{ last: string | null; rows: UnchargedRow[] }> {
  const rows = await sql<(UnchargedRow & { last: string; is_uncharged: boolean })[]>`
    with page as (
      select * from messages where organization_id = ${organizationId} and id > ${after}::uuid order by id limit ${most}
    ), uncharged as (
      select page.* from page
      join channels as channel on channel.organization_id = ${organizationId} and channel.id = page.channel_id
        and channel.platform = 'whatsapp_official'
      where page.direction = 'outbound' and not is_end(page.status) and not is_charged(${organizationId}, page.id)
    )
    select ending.id as last, uncharged.id is not null as is_uncharged, uncharged.id, uncharged.channel_id, uncharged.type,
      uncharged.status, uncharged.address, uncharged.user_id, uncharged.content, uncharged.pricing,
      uncharged.provider_message_id, uncharged.cost, coalesce(uncharged.scheduled_at, uncharged.created_at) as due_at, (
        select min((entry ->> 'at')::timestamptz) from jsonb_array_elements(uncharged.status_history) as entry
        where entry ->> 'status' in ('delivered', 'read', 'played')
      ) as delivered_at
    from (select id from page order by id desc limit 1) as ending
    left join uncharged on true
    order by uncharged.id`;
  const found = rows.filter((row) => row.is_uncharged);
  return { last: rows[0]?.last ?? null, rows: found.map(({ last: _, is_uncharged: __, ...row }) => row) };
}

/** Writes down charges; see settle_costs. */
export async function settleCharges(sql: Queryable, charges: readonly ChargeInput[]): Promise<void> {
  await sql`select settle_costs(${JSON.stringify(charges)}::text::json)`;
}

/** Applies prices to what is expected; see recount_expected. Returns how many messages are left. */
export async function recountExpected(
  sql: Queryable,
  organizationId: string,
  prices: readonly { id: string; price: MessagePrice | GroupPrice | null }[],
): Promise<number> {
  const [row] = await sql<[{ left: number }]>`
    select recount_expected(${organizationId}, ${JSON.stringify(prices)}::text::json) as left`;
  return row.left;
}
