/**
 * By which account at Meta messages were billed. `cost_accounts` has what messaging accounts were billed that messages were
 * sent with; all else was billed to the business account of its number, whose id Meta takes where none is named.
 */
import type { Queryable } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";

/**
 * Rows of sums with the account that each was billed to (`account`; null where a number has no business account): their
 * total is that of the given sums. `sums` reads rows of cost_sums, and `named` chooses the same days, channels, categories
 * and countries of cost_accounts, which is called `known`.
 */
export function sumsByAccount(
  sql: Queryable,
  organizationId: string,
  { sums, named }: { sums: Fragment; named: Fragment },
): Fragment {
  return sql`(
    select part.*, coalesce(part.messaging_account_id, channel.waba_id) as account
    from (
      select sums.at, sums.channel_id, sums.category, sums.country, sums.currency, sums.messages, sums.free,
        sums.unpriced, sums.amount, null as messaging_account_id
      from ${sums}
      union all
      -- what was named is taken from the rest, and put where it belongs
      select known.at, known.channel_id, known.category, known.country, known.currency, sign * known.messages,
        sign * known.free, sign * known.unpriced, sign * known.amount,
        case sign when 1 then known.messaging_account_id end
      from cost_accounts as known cross join (values (1), (-1)) as part (sign)
      where known.organization_id = ${organizationId} and ${named}
    ) as part
    left join channels as channel on channel.organization_id = ${organizationId} and channel.id = part.channel_id
  )`;
}
