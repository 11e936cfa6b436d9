import type { Queryable, Sql } from "./client.ts";

export type NewOrganization = {
  organizationId: string;
  name: string;
  user: { id: string; email: string; passwordHash: string };
  key: { id: string; prefix: string; last4: string; hash: Uint8Array };
};

/** The first organisation made on this database, or null. */
export async function firstOrganization(
  sql: Queryable,
): Promise<{ organization_id: string; name: string } | null> {
  const [row] = await sql<{ organization_id: string; name: string }[]>`
    select organization_id, name from organizations order by created_at limit 1`;
  return row ?? null;
}

/**
 * Makes the first organisation with its user and a key that may do everything.
 * False, and nothing made, when there is one already: two starts at once make one.
 */
export async function createFirstOrganization(sql: Sql, made: NewOrganization): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('waypost.init'))`;
    if ((await firstOrganization(transaction)) !== null) return false;
    const organization_id = made.organizationId;
    await transaction`insert into organizations ${transaction({ organization_id, name: made.name })}`;
    await transaction`
      insert into users ${transaction({ organization_id, id: made.user.id, email: made.user.email, password_hash: made.user.passwordHash })}`;
    await transaction`
      insert into api_keys ${transaction({ organization_id, name: "first key", permissions: ["*"], ...made.key })}`;
    return true;
  });
}
