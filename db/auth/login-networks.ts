import type { Queryable } from "../connection/client.ts";

/** Whether a user with this address has logged in from the network before. */
export async function isKnownNetwork(sql: Queryable, email: string, network: string): Promise<boolean> {
  const [row] = await sql<{ known: boolean }[]>`
    select exists (
      select from users
      join login_networks as known on known.organization_id = users.organization_id and known.user_id = users.id
      where lower(users.email) = lower(${email}) and known.network = ${network}
    ) as known`;
  return row?.known === true;
}

/** Notes that a user has logged in from a network. */
export async function noteNetwork(
  sql: Queryable,
  user: { organization_id: string; id: string },
  network: string,
): Promise<void> {
  await sql`
    insert into login_networks (organization_id, user_id, network)
    values (${user.organization_id}, ${user.id}, ${network})
    on conflict (organization_id, user_id, network) do update set last_login_at = now()`;
}
