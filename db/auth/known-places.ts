import type { Queryable } from "../connection/client.ts";

/** Networks and devices that users have logged in from. A device is kept as the hash of its cookie, beside the networks. */

type User = { organization_id: string; id: string };

/** Which of these places each of the users has logged in from before; users who have not are left out. */
export async function knownUsers(
  sql: Queryable,
  users: readonly User[],
  places: readonly string[],
): Promise<Map<string, string[]>> {
  if (users.length === 0) return new Map();
  const rows = await sql<{ user_id: string; places: string[] }[]>`
    select known.user_id, array_agg(known.network) as places
    from unnest(${users.map((user) => user.organization_id)}::text[], ${users.map(({ id }) => id)}::uuid[])
      as given (organization_id, id)
    join login_networks as known on known.organization_id = given.organization_id and known.user_id = given.id
    where known.network = any (${places as string[]})
    group by known.user_id`;
  return new Map(rows.map((row) => [row.user_id, row.places]));
}

/** Notes that a user has logged in from these places. */
export async function notePlaces(sql: Queryable, user: User, places: readonly string[]): Promise<void> {
  await sql`
    insert into login_networks (organization_id, user_id, network)
    select ${user.organization_id}, ${user.id}, place from unnest(${places as string[]}::text[]) as place
    on conflict (organization_id, user_id, network) do update set last_login_at = now()`;
}

/** Forgets where a user has logged in from: somebody else may have known the password. */
export async function forgetPlaces(sql: Queryable, user: User): Promise<void> {
  await sql`
    delete from login_networks where organization_id = ${user.organization_id} and user_id = ${user.id}`;
}
