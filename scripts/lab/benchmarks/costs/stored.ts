import type { Sql } from "../../../../db/connection/client.ts";

/** What the sums are of: messages spread evenly over days, and what they are counted by. */
export type StoredCosts = { organizationId: string; messages: number; contacts: number; countries: number };

const SPREAD = { channels: 4, categories: 4, keys: 5 };
/** The year that they are of. */
export const YEAR = { from: "2025-01-01", to: "2025-12-31", currency: "EUR" };

/** Fills the sums of a year, as `add_costs` writes them. */
export async function storeCosts(
  sql: Sql,
  { organizationId, messages, contacts, countries }: StoredCosts,
): Promise<void> {
  const { channels, categories, keys } = SPREAD;
  const each = messages / 365 / (channels * categories * countries * keys);
  await sql`
    insert into cost_sums (
      organization_id, span, at, channel_id, category, country, key, broadcast_id, currency,
      messages, free, unpriced, amount
    )
    select ${organizationId}, 'day', day, 'ch_' || repeat('0', 24) || channel,
      (array['marketing', 'utility', 'authentication', 'service'])[category], chr(64 + country % 26 + 1) || chr(65 + country / 26),
      'key_' || repeat('0', 24) || key, case when category = 1 then 'bc_' || repeat('0', 20) || (day - '2025-01-01') / 7 else '' end,
      ${YEAR.currency}, count, count * case when category = 4 then 1 else 0 end, 0, count * 0.0123
    from generate_series(${YEAR.from}::timestamp, ${YEAR.to}::timestamp, '1 day') as at
    cross join lateral (select at::date as day) as dated
    cross join generate_series(1, ${channels}::integer) as channel
    cross join generate_series(1, ${categories}::integer) as category
    cross join generate_series(0, ${countries - 1}::integer) as country
    cross join generate_series(1, ${keys}::integer) as key
    -- the fraction of a message that each row has too much, or too little, is made good by the next
    cross join lateral (
      select (floor((extract(doy from day) + 1) * ${each}::numeric) - floor(extract(doy from day) * ${each}::numeric))::bigint as count
    ) as counted`;
  await sql`
    insert into cost_sums
    select day.organization_id, wanted.span,
      case wanted.span when 'total' then day.at else date_trunc('month', day.at)::date end, day.channel_id, day.category,
      case when wanted.span in ('month', 'country') then day.country else '' end,
      case when wanted.span in ('month', 'key') then day.key else '' end,
      case when wanted.span in ('month', 'broadcast') then day.broadcast_id else '' end, day.currency,
      sum(day.messages), sum(day.free), sum(day.unpriced), sum(day.amount)
    from cost_sums as day
    cross join unnest(array['month', 'total', 'country', 'key', 'broadcast']) as wanted (span)
    where day.span = 'day' and day.at between ${YEAR.from}::date and ${YEAR.to}::date
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  await sql`
    insert into cost_contacts (
      organization_id, contact_id, at, channel_id, category, currency, messages, free, unpriced, amount
    )
    select ${organizationId}, 'ct_' || lpad(contact::text, 26, '0'), month, 'ch_' || repeat('0', 24) || 1, 'utility',
      ${YEAR.currency}, 8, 0, 0, 0.0984
    from generate_series(1, ${contacts}::integer) as contact
    cross join generate_series(${YEAR.from}::timestamp, ${YEAR.to}::timestamp, '1 month') as month`;
  await sql`vacuum analyze cost_sums, cost_contacts`;
}
