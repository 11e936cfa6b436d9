import type { Queryable, Sql, Transaction } from "../connection/client.ts";

/** A link, and its entry as it is now; null of an erasure or a retention, and where there is none any more. */
export type LinkRow = {
  position: number;
  kind: "entry" | "erasure" | "retention";
  entry_id: string | null;
  recorded_at: string;
  fixed: string | null;
  erasable: string | null;
  salt: string | null;
  previous: string;
  hash: string;
  created_at: string;
  entry: LinkedEntryRow | null;
};

/** An entry to the letter: `changes` is JSON text, the time has microseconds. */
export type LinkedEntryRow = {
  id: string;
  action: string;
  actor_type: string;
  actor_id: string | null;
  target_type: string;
  target_id: string | null;
  address: string | null;
  request_id: string | null;
  changes: string;
  created_at: string;
};

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

/** Links behind a position, in their order, at most so many. */
export async function readLinks(
  sql: Queryable,
  organizationId: string,
  { after, most }: { after: number; most: number },
): Promise<LinkRow[]> {
  return await sql<LinkRow[]>`
    select link.position, link.kind, link.entry_id, audit_time(link.recorded_at) as recorded_at,
      encode(link.fixed, 'hex') as fixed, encode(link.erasable, 'hex') as erasable, encode(link.salt, 'hex') as salt,
      encode(link.previous, 'hex') as previous, encode(link.hash, 'hex') as hash,
      audit_time(link.created_at) as created_at,
      case when entry.id is not null then json_build_object(
        'id', entry.id, 'action', entry.action, 'actor_type', entry.actor_type, 'actor_id', entry.actor_id,
        'target_type', entry.target_type, 'target_id', entry.target_id, 'address', entry.address,
        'request_id', entry.request_id, 'changes', entry.changes, 'created_at', audit_time(entry.created_at)
      ) end as entry
    from audit_links as link left join audit_log as entry
      on link.kind = 'entry' and entry.organization_id = link.organization_id and entry.id = link.entry_id
    where link.organization_id = ${organizationId} and link.position > ${after}
    order by link.position limit ${most}`;
}

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
