import type { Queryable } from "../connection/client.ts";

/** Somebody, as their provider knows them. */
export type Identity = { organization_id: string; issuer: string; subject: string };

/** The id of the user with an identity, or null. */
export async function findIdentity(sql: Queryable, identity: Identity): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from user_identities
    where organization_id = ${identity.organization_id} and issuer = ${identity.issuer}
      and subject = ${identity.subject}`;
  return row?.user_id ?? null;
}

/** Binds a user to an identity; false when one of the two is bound already, the user to another of this issuer. */
export async function bindIdentity(sql: Queryable, identity: Identity, userId: string): Promise<boolean> {
  const { organization_id, issuer, subject } = identity;
  const rows = await sql`
    insert into user_identities ${sql({ organization_id, issuer, subject, user_id: userId })}
    on conflict do nothing returning user_id`;
  return rows.length > 0;
}

/** Notes that a provider opened a login; `session` is its own session, if it named it. */
export async function insertProviderLogin(
  sql: Queryable,
  { organization_id, issuer, subject }: Identity,
  login: { token_hash: Uint8Array; session: string | null },
): Promise<void> {
  await sql`insert into provider_logins ${sql({ organization_id, issuer, subject, ...login })}`;
}

/** Ends the logins of a provider's session, of a person, or of both; returns the ids of their users. */
export async function endProviderLogins(
  sql: Queryable,
  { organization_id, issuer }: Pick<Identity, "organization_id" | "issuer">,
  { subject, session }: { subject: string | null; session: string | null },
): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    delete from login_sessions as login using provider_logins as opened
    where opened.organization_id = ${organization_id} and opened.issuer = ${issuer}
      and (${subject}::text is null or opened.subject = ${subject})
      and (${session}::text is null or opened.session = ${session})
      and login.organization_id = opened.organization_id and login.token_hash = opened.token_hash
    returning login.user_id`;
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Marks a provider's answer as used; false when it was used before. Deletes marks that outlived every answer. */
export async function takeLoginState(
  sql: Queryable,
  stateHash: Uint8Array,
  lifeSeconds: number,
): Promise<boolean> {
  await sql`delete from taken_login_states where taken_at < now() - make_interval(secs => ${2 * lifeSeconds})`;
  const rows = await sql`
    insert into taken_login_states (state_hash) values (${stateHash}) on conflict do nothing returning state_hash`;
  return rows.length > 0;
}
