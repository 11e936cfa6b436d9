import type { Queryable, Sql, Transaction } from "../connection/client.ts";

/** Where a chain ends, and how far it is signed: hashes in hexadecimal, the signature and its time as they were signed. */
export type ChainRow = {
  position: number;
  hash: string;
  signed_position: number;
  signed_hash: string;
  signed_at: string | null;
  signature: string | null;
  broken_at: Date | null;
  /** When the oldest link was made. */
  since: string | null;
};

/** Where an organisation's chain ends; null before anything was linked. */
export async function readChain(sql: Queryable, organizationId: string): Promise<ChainRow | null> {
  const [row] = await sql<ChainRow[]>`
    select position, encode(hash, 'hex') as hash, signed_position, encode(signed_hash, 'hex') as signed_hash,
      audit_time(signed_at) as signed_at, translate(encode(signature, 'base64'), E'\\n', '') as signature, broken_at,
      (select audit_time(created_at) from audit_links
        where organization_id = ${organizationId} order by position limit 1) as since
    from audit_chains where organization_id = ${organizationId}`;
  return row ?? null;
}

/** Organisations with a chain. */
export async function listChains(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ organization_id: string }[]>`
    select organization_id from audit_chains order by organization_id`;
  return rows.map((row) => row.organization_id);
}

/** Organisations with entries that wait for their link, or with links that are not signed. */
export async function chainsDue(sql: Sql): Promise<string[]> {
  const rows = await sql<{ organization_id: string }[]>`
    select organization_id from audit_waiting
    union select organization_id from audit_chains where position > signed_position and broken_at is null
    order by organization_id`;
  return rows.map((row) => row.organization_id);
}

/**
 * Does work while nobody else appends to an organisation's chain, in one transaction, behind at most so many new links
 * for entries that waited. Does nothing while another has the chain. Returns whether more may wait.
 */
export async function linkWaiting(
  sql: Sql,
  organizationId: string,
  most: number,
  work: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    await transaction`insert into audit_chains (organization_id) values (${organizationId}) on conflict do nothing`;
    const free = await transaction`
      select from audit_chains where organization_id = ${organizationId} for update skip locked`;
    if (free.length === 0) return false;
    const [row] = await transaction<
      { taken: number }[]
    >`select link_audit(${organizationId}, ${most}) as taken`;
    await work(transaction);
    return row?.taken === most;
  });
}

/** Notes how far a chain is signed: ISO 8601, hexadecimal and base64. */
export async function noteSigned(
  sql: Queryable,
  head: { organization_id: string; position: number; hash: string; signed_at: string; signature: string },
): Promise<void> {
  await sql`
    update audit_chains set signed_position = ${head.position}, signed_hash = decode(${head.hash}, 'hex'),
      signed_at = ${head.signed_at}, signature = decode(${head.signature}, 'base64')
    where organization_id = ${head.organization_id}`;
}

/** Notes that a chain does not hold what was signed any more, or that it does again. */
export async function noteBroken(sql: Queryable, organizationId: string, isBroken: boolean): Promise<void> {
  await sql`
    update audit_chains set broken_at = case when ${isBroken} then coalesce(broken_at, now()) end
    where organization_id = ${organizationId}`;
}

/** An entry that is neither linked nor waits to be: it was written past the chain. Null when there is none. */
export async function findUnlinked(sql: Queryable, organizationId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from audit_log as entry
    where organization_id = ${organizationId}
      and not exists (
        select from audit_links as link where link.organization_id = entry.organization_id and link.entry_id = entry.id
      )
      and not exists (
        select from audit_waiting as waiting
        where waiting.organization_id = entry.organization_id and waiting.entry_id = entry.id
      )
    order by id limit 1`;
  return row?.id ?? null;
}
