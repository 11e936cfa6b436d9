import type { Queryable, Sql, Transaction } from "../connection/client.ts";

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

/** Makes the first organisation, the operator's. False, and nothing made, when there is one already: two starts at once make one. */
export async function createFirstOrganization(sql: Sql, made: NewOrganization): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('waypost.init'))`;
    if ((await firstOrganization(transaction)) !== null) return false;
    await createOrganization(transaction, made, true);
    return true;
  });
}

/** Makes an organisation with its owner and a key that may do everything, in the caller's transaction. */
export async function createOrganization(
  transaction: Transaction,
  made: NewOrganization,
  is_operator = false,
): Promise<void> {
  const organization_id = made.organizationId;
  await transaction`insert into organizations ${transaction({ organization_id, name: made.name, is_operator })}`;
  await transaction`
    insert into users ${transaction({ organization_id, id: made.user.id, email: made.user.email, password_hash: made.user.passwordHash })}`;
  await transaction`
    insert into api_keys ${transaction({ organization_id, name: "first key", permissions: ["*"], ...made.key })}`;
}

/** Whether an organisation runs the installation. */
export async function isOperator(sql: Queryable, organizationId: string): Promise<boolean> {
  const [row] = await sql<{ is_operator: boolean }[]>`
    select is_operator from organizations where organization_id = ${organizationId}`;
  return row?.is_operator === true;
}

/** An organisation's own limits; null means the installation's. */
export type OrganizationLimits = {
  retention_days: number | null;
  requests_per_second: number | null;
  most_channels: number | null;
  most_users: number | null;
  /** Of stored files, in gigabytes; 0 is no limit. */
  most_media_gb: number | null;
};

export type OrganizationRow = OrganizationLimits & {
  organization_id: string;
  name: string;
  is_operator: boolean;
  created_at: Date;
};

/** Every organisation, the oldest first. */
export async function listOrganizations(sql: Queryable): Promise<OrganizationRow[]> {
  return await sql<OrganizationRow[]>`
    select organization_id, name, is_operator, created_at, retention_days, requests_per_second, most_channels, most_users,
      most_media_gb
    from organizations order by created_at, organization_id`;
}

/** What organisations are called, by their ids. */
export async function findOrganizationNames(
  sql: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ organization_id: string; name: string }[]>`
    select organization_id, name from organizations where organization_id = any (${ids as string[]})`;
  return new Map(rows.map(({ organization_id, name }) => [organization_id, name]));
}

/** What an organisation is called, and the roles that have to have a second factor; null when there is none. */
export async function findOrganization(
  sql: Queryable,
  organizationId: string,
): Promise<{ name: string; two_factors: string[] } | null> {
  const [row] = await sql<{ name: string; two_factors: string[] }[]>`
    select name, two_factors from organizations where organization_id = ${organizationId}`;
  return row ?? null;
}

/** Changes an organisation; what is undefined stays. Null when there is none. */
export async function updateOrganization(
  sql: Queryable,
  organizationId: string,
  changes: Partial<OrganizationLimits & { name: string; is_operator: boolean; two_factors: string[] }>,
): Promise<OrganizationRow | null> {
  const [row] = await sql<OrganizationRow[]>`
    update organizations set ${sql(changes)} where organization_id = ${organizationId}
    returning organization_id, name, is_operator, created_at, retention_days, requests_per_second, most_channels, most_users,
      most_media_gb`;
  return row ?? null;
}

/** The things that an organisation may have a limited number of. */
export type Counted = "channels" | "users";

/** How many an organisation has and may have. Locks the count until the transaction ends. */
export async function countForLimit(
  transaction: Transaction,
  organizationId: string,
  what: Counted,
): Promise<{ most: number | null; count: number }> {
  const [row] = await transaction<{ most: number | null }[]>`
    select ${transaction(`most_${what}`)} as most from organizations
    where organization_id = ${organizationId} for no key update`;
  if (row === undefined || row.most === null) return { most: null, count: 0 };
  const [{ count = 0 } = {}] = await transaction<{ count: number }[]>`
    select count(*) as count from ${transaction(what)}
    where organization_id = ${organizationId}
      ${what === "channels" ? transaction`and deleted_at is null` : transaction``}`;
  return { most: row.most, count };
}
