import type { Queryable } from "../connection/client.ts";
import type { CostFilter } from "./question.ts";
import { type CostSum, type GroupedSum, MOST_GROUPS, sumAllCosts } from "./sums.ts";

/** By channel and category alone. */
export type TemplateCostFilter = Omit<CostFilter, "country" | "broadcastId" | "key">;

/** What each template cost, by its name; in the group without one is what else was sent, or delivered before that was counted. */
export async function sumTemplateCosts(
  sql: Queryable,
  filter: TemplateCostFilter,
): Promise<{ groups: GroupedSum[]; total: CostSum }> {
  const { organizationId, currency, from, to, channelIds, category } = filter;
  const templates = await sql<GroupedSum[]>`
    select known.template as "group", null as name, sum(known.messages)::float8 as messages,
      sum(known.free)::float8 as free, sum(known.unpriced)::float8 as unpriced, sum(known.amount)::float8 as amount
    from cost_templates as known
    where known.organization_id = ${organizationId} and known.currency = ${currency}
      and known.at between ${from}::date and ${to}::date
      ${channelIds === null ? sql`` : sql`and known.channel_id = any (${channelIds as string[]})`}
      ${category === undefined ? sql`` : sql`and known.category = ${category}`}
    group by known.template
    having sum(known.messages) > 0
    limit ${MOST_GROUPS}`;
  const total = await sumAllCosts(sql, filter);
  const rest = without(total, templates);
  const groups = rest.messages > 0 ? [...templates, { group: null, name: null, ...rest }] : templates;
  return {
    groups: groups.sort((one, other) => other.amount - one.amount || other.messages - one.messages),
    total,
  };
}

/** What is left of a sum without its parts; amounts have ten decimals at most. */
function without(total: CostSum, parts: readonly CostSum[]): CostSum {
  const left = (name: keyof CostSum) =>
    Number(parts.reduce((sum, part) => sum - part[name], total[name]).toFixed(10));
  return {
    messages: left("messages"),
    free: left("free"),
    unpriced: left("unpriced"),
    amount: left("amount"),
  };
}
