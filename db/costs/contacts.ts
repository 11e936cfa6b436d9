import type { Queryable } from "../connection/client.ts";
import type { CostFilter } from "./question.ts";
import type { CostSum, GroupedSum } from "./sums.ts";

/** Of whole months alone, by channel and category. */
export type ContactCostFilter = Pick<
  CostFilter,
  "organizationId" | "currency" | "from" | "to" | "channelIds" | "category"
>;

/** What contacts cost, at most so many of those whose ids come after one, in the order of ids. */
export async function sumContactCosts(
  sql: Queryable,
  filter: ContactCostFilter,
  after: string | null,
  most: number,
): Promise<GroupedSum[]> {
  return await sql<GroupedSum[]>`
    select summed.*, (
      select coalesce(contact.name, contact.phone_number) from contacts as contact
      where contact.organization_id = ${filter.organizationId} and contact.id = summed."group"
    ) as name
    from (
      select known.contact_id as "group", ${sums(sql)} from cost_contacts as known
      where known.organization_id = ${filter.organizationId} and known.contact_id > ${after ?? ""} ${only(sql, filter)}
      group by known.contact_id
      order by known.contact_id
      limit ${most}
    ) as summed
    order by summed."group"`;
}

/** What one contact cost, by month. */
export async function sumCostsOfContact(
  sql: Queryable,
  filter: ContactCostFilter,
  contactId: string,
): Promise<{ groups: GroupedSum[]; total: CostSum }> {
  const rows = await sql<(GroupedSum & { is_total: boolean })[]>`
    select grouping(known.at) = 1 as is_total, to_char(known.at, 'YYYY-MM') as "group", null as name, ${sums(sql)}
    from cost_contacts as known
    where known.organization_id = ${filter.organizationId} and known.contact_id = ${contactId} ${only(sql, filter)}
    group by grouping sets ((known.at), ())
    order by is_total desc, known.at`;
  const [total, ...groups] = rows.map(({ is_total: _, ...row }) => row);
  const { messages = 0, free = 0, unpriced = 0, amount = 0 } = total ?? {};
  return { groups, total: { messages, free, unpriced, amount } };
}

function sums(sql: Queryable) {
  return sql`coalesce(sum(known.messages), 0)::float8 as messages, coalesce(sum(known.free), 0)::float8 as free,
    coalesce(sum(known.unpriced), 0)::float8 as unpriced, coalesce(sum(known.amount), 0)::float8 as amount`;
}

function only(sql: Queryable, { currency, from, to, channelIds, category }: ContactCostFilter) {
  return sql`and known.currency = ${currency} and known.at between ${from}::date and ${to}::date
    ${channelIds === null ? sql`` : sql`and known.channel_id = any (${channelIds as string[]})`}
    ${category === undefined ? sql`` : sql`and known.category = ${category}`}`;
}
