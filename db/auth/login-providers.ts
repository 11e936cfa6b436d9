import type { Queryable } from "../connection/client.ts";

/** An organisation's provider of logins; `client_secret` is sealed. */
export type LoginProviderRow = {
  organization_id: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: string[];
  /** In lower case. */
  domains: string[];
  groups_claim: string | null;
  /** The role of each group. */
  roles: Record<string, string>;
  default_role: string | null;
  password_login: boolean;
  /** When an owner logged in by it as it is now; null when none did. */
  proven_at: Date | null;
  updated_at: Date;
};

/** The provider of an organisation, or null. */
export async function findLoginProvider(
  sql: Queryable,
  organizationId: string,
): Promise<LoginProviderRow | null> {
  const [row] = await sql<LoginProviderRow[]>`
    select * from login_providers where organization_id = ${organizationId}`;
  return row ?? null;
}

/** The providers that are a client of an issuer; of several organisations, when they share it. */
export async function findProvidersOfIssuer(sql: Queryable, issuer: string): Promise<LoginProviderRow[]> {
  return await sql<LoginProviderRow[]>`select * from login_providers where issuer = ${issuer}`;
}

/** The organisation that people log in to when they name none: the only one, otherwise null. */
export async function onlyOrganization(sql: Queryable): Promise<string | null> {
  const rows = await sql<{ organization_id: string }[]>`select organization_id from organizations limit 2`;
  return rows.length === 1 ? (rows[0]?.organization_id ?? null) : null;
}

/** Stores an organisation's provider, in place of the one before. */
export async function saveLoginProvider(
  sql: Queryable,
  { organization_id, ...rest }: Omit<LoginProviderRow, "updated_at">,
): Promise<LoginProviderRow> {
  const changes = { ...rest, updated_at: new Date() };
  const [saved] = await sql<LoginProviderRow[]>`
    insert into login_providers ${sql({ organization_id, ...changes } as never)}
    on conflict (organization_id) do update set ${sql(changes as never)}
    returning *`;
  if (saved === undefined) throw new Error("an upsert returned no row");
  return saved;
}

/** Removes an organisation's provider; false when it has none. */
export async function deleteLoginProvider(sql: Queryable, organizationId: string): Promise<boolean> {
  const rows = await sql`
    delete from login_providers where organization_id = ${organizationId} returning organization_id`;
  return rows.length > 0;
}

/** Turns logins by password on or off; false when the organisation has no provider. */
export async function setPasswordLogin(
  sql: Queryable,
  organizationId: string,
  password_login: boolean,
): Promise<boolean> {
  const rows = await sql`
    update login_providers set ${sql({ password_login })} where organization_id = ${organizationId}
    returning organization_id`;
  return rows.length > 0;
}

/** Notes that an owner logged in by the provider, unless it was changed meanwhile. */
export async function proveLoginProvider(
  sql: Queryable,
  { organization_id, updated_at }: LoginProviderRow,
): Promise<void> {
  await sql`
    update login_providers set proven_at = now()
    where organization_id = ${organization_id} and updated_at = ${updated_at}`;
}

/** Those of some organisations whose people log in with no password. */
export async function organizationsWithoutPasswords(
  sql: Queryable,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await sql<{ organization_id: string }[]>`
    select organization_id from login_providers
    where organization_id = any (${ids as string[]}) and not password_login`;
  return new Set(rows.map(({ organization_id }) => organization_id));
}

/** Whether an organisation's provider is the only way in for the people of a domain, in lower case. */
export async function isDomainWithoutPasswords(
  sql: Queryable,
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const rows = await sql`
    select from login_providers
    where organization_id = ${organizationId} and not password_login and ${domain} = any (domains)`;
  return rows.length > 0;
}
