import type { Queryable } from "../connection/client.ts";
import type { MessagePrice } from "./message-price.ts";

/** What the next answer in a conversation costs; free with the reason, until a time if it ends at one. */
export type AnswerCost = { amount: number; type: string; free_until: Date | null };

/** By the messages that were delivered so far, and the answers that are accepted; `price` is that of an answer (`expectedPrice`) at a time. */
export async function findAnswerCost(
  sql: Queryable,
  { organizationId, id, at }: { organizationId: string; id: string; at: Date },
  { tiers, unit, market, counted, number, day }: MessagePrice,
): Promise<AnswerCost | null> {
  const [row] = await sql<AnswerCost[]>`
    select case when free.type is null then tier_amount(${tiers}::text::jsonb, so_far.messages + 1) else 0 end::float8 as amount,
      coalesce(free.type, 'regular') as type,
      case when free.type = 'free_entry_point' and known.free_until > ${at} then known.free_until end as free_until
    from conversations as known
    cross join lateral (
      select counted_messages(${organizationId}, ${unit}, ${market}, ${counted}, ${day}::text::date) as messages
    ) as so_far
    cross join lateral (
      select case
        when is_free_at(known, ${at}) then 'free_entry_point'
        when free_answers_taken(${organizationId}, ${number}, date_trunc('month', ${day}::text::date)::date)
          < free_answers() then 'free_customer_service'
      end as type
    ) as free
    where known.organization_id = ${organizationId} and known.id = ${id}`;
  return row ?? null;
}
