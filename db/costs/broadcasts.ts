import type { Queryable } from "../connection/client.ts";
import type { CostSum } from "./sums.ts";

/** What a broadcast cost so far, and what it was expected to cost when it began; null where that is not known. */
export type BroadcastCost = CostSum & { expected: number | null };

/**
 * What broadcasts that began cost in a currency, by their ids; those of paired numbers are not there. Reads the sums by
 * broadcast of the months in which their messages can have been delivered.
 */
export async function costsOfBroadcasts(
  sql: Queryable,
  organizationId: string,
  currency: string,
  ids: readonly string[],
): Promise<Map<string, BroadcastCost>> {
  const rows = await sql<(BroadcastCost & { id: string })[]>`
    select known.id, nullif(known.cost, 0)::float8 as expected, sums.*
    from broadcasts as known
    cross join lateral (
      select coalesce(sum(messages), 0)::float8 as messages, coalesce(sum(free), 0)::float8 as free,
        coalesce(sum(unpriced), 0)::float8 as unpriced, coalesce(sum(amount), 0)::float8 as amount
      from cost_sums as sum
      -- a day more, for the account's clock; WhatsApp delivers within 30 days
      where sum.organization_id = known.organization_id and sum.span = 'broadcast'
        and sum.at between date_trunc('month', known.started_at - interval '1 day')
          and coalesce(known.ended_at, now()) + interval '31 days'
        and sum.broadcast_id = known.id and sum.currency = ${currency}
    ) as sums
    where known.organization_id = ${organizationId} and known.id = any (${ids as string[]}::text[])
      and known.started_at is not null and exists (
        select from channels as channel
        where channel.organization_id = known.organization_id and channel.id = any (known.channel_ids)
          and channel.platform = 'whatsapp_official'
      )`;
  return new Map(rows.map(({ id, ...cost }) => [id, cost]));
}
