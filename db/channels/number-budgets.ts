import type { Queryable } from "../connection/client.ts";

/** Gives a channel the budgets that its number had before it was removed. */
export async function keepBudgets(
  sql: Queryable,
  {
    organization_id,
    id,
    phone_number_id,
  }: { organization_id: string; id: string; phone_number_id: string | null },
): Promise<void> {
  await sql`
    update budgets set scope_id = ${id}
    where organization_id = ${organization_id} and scope = 'channel' and scope_id in (
      select known.id from channels as known
      where known.organization_id = ${organization_id} and known.deleted_at is not null
        and known.phone_number_id = ${phone_number_id}
    )`;
}
