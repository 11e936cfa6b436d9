import type { Queryable, Sql } from "../connection/client.ts";

/** The rules of an organisation's inbox as JSON text; null where there are none. */
export async function findInboxRules(sql: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await sql<{ inbox: string | null }[]>`
    select inbox from organizations where organization_id = ${organizationId}`;
  return row?.inbox ?? null;
}

/** Writes the rules of an organisation's inbox. */
export async function putInboxRules(sql: Queryable, organizationId: string, rules: string): Promise<void> {
  await sql`update organizations set inbox = ${rules} where organization_id = ${organizationId}`;
}

const AT_ONCE = 200;

/** Closes the conversations that are quiet for as long as their organisation's rules say, a batch at a time. */
export async function closeQuiet(sql: Sql): Promise<void> {
  const organizations = await sql<{ organization_id: string; days: number }[]>`
    select organization_id, (inbox::jsonb ->> 'close_after_days')::int as days from organizations
    where inbox::jsonb ->> 'close_after_days' is not null`;
  for (const { organization_id, days } of organizations) {
    let closed = AT_ONCE;
    while (closed === AT_ONCE) {
      const [row] = await sql<{ closed: number }[]>`
        select close_quiet_conversations(
          ${organization_id}, now() - make_interval(hours => ${days * 24}), ${AT_ONCE}
        ) as closed`;
      closed = row?.closed ?? 0;
    }
  }
}
