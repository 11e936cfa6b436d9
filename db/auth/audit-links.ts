import type { Queryable } from "../connection/client.ts";

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

/** The last link that is not behind a position, or was made before a moment (ISO 8601); null where all are behind it. */
export async function linkBefore(
  sql: Queryable,
  organizationId: string,
  { after, since }: { after: number; since: string | null },
): Promise<{ position: number; hash: string } | null> {
  const [row] = await sql<{ position: number; hash: string }[]>`
    select position, encode(hash, 'hex') as hash from audit_links
    where organization_id = ${organizationId}
      and (position <= ${after} or created_at < coalesce(${since}::timestamptz, '-infinity'))
    order by position desc limit 1`;
  return row ?? null;
}
