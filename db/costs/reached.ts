import type { Queryable } from "../connection/client.ts";

/** How many messages of a month (such as 2026-10) were counted for volume tiers, by the market: as expected_costs has it. */
export async function reachedInMonth(
  sql: Queryable,
  organizationId: string,
  { unit, counted, month }: { unit: string; counted: string; month: string },
): Promise<Map<string, number>> {
  const rows = await sql<{ market: string; messages: number }[]>`
    select market, counted_messages(${organizationId}, ${unit}, market, ${counted}, ${`${month}-01`}::text::date)::float8 as messages
    from (
      select distinct market from cost_counters
      where organization_id = ${organizationId} and unit = ${unit} and month = ${`${month}-01`}::text::date
    ) as markets`;
  return new Map(rows.map(({ market, messages }) => [market, messages]));
}
