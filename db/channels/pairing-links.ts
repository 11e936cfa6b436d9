import type { Queryable } from "../connection/client.ts";

/** A link by which somebody without an account pairs the number of one channel. */
export type PairingLinkRow = {
  organization_id: string;
  id: string;
  channel_id: string;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  /** How often a pairing was begun through it. */
  begun: number;
  /** When the number was connected. */
  used_at: Date | null;
};

/** Makes a link; null when the channel has `most` that are good. */
export async function insertPairingLink(
  sql: Queryable,
  link: Pick<PairingLinkRow, "organization_id" | "id" | "channel_id" | "created_by"> & {
    token_hash: Uint8Array;
  },
  { seconds, most }: { seconds: number; most: number },
): Promise<PairingLinkRow | null> {
  const { organization_id, id, channel_id, created_by, token_hash } = link;
  const [row] = await sql<PairingLinkRow[]>`
    insert into pairing_links (organization_id, id, channel_id, token_hash, created_by, expires_at)
    select ${organization_id}, ${id}, ${channel_id}, ${token_hash}, ${created_by},
      now() + make_interval(secs => ${seconds})
    where ${most}::bigint > (
      select count(*) from pairing_links as known
      where known.organization_id = ${organization_id} and known.channel_id = ${channel_id}
        and known.expires_at > now() and known.used_at is null
    )
    returning organization_id, id, channel_id, created_by, created_at, expires_at, begun, used_at`;
  return row ?? null;
}

/** The links of a channel that have not expired, newest first, older than `before`. */
export async function listPairingLinks(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  before: string | null,
  limit: number,
): Promise<PairingLinkRow[]> {
  return await sql<PairingLinkRow[]>`
    select organization_id, id, channel_id, created_by, created_at, expires_at, begun, used_at from pairing_links
    where organization_id = ${organizationId} and channel_id = ${channelId} and expires_at > now()
      and (${before}::text is null or id < ${before})
    order by id desc limit ${limit}`;
}

/** Takes a link back. Returns how often a pairing was begun through it, 0 once one has ended well; null when there is none. */
export async function deletePairingLink(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  id: string,
): Promise<number | null> {
  const [row] = await sql<{ begun: number }[]>`
    update pairing_links set expires_at = now()
    where organization_id = ${organizationId} and channel_id = ${channelId} and id = ${id} and expires_at > now()
    returning case when used_at is null then begun else 0 end as begun`;
  return row?.begun ?? null;
}

/** The link whose token has this hash, or null; `is_over` once it was used for `shownSeconds`, was revoked or has expired. */
export async function findPairingLink(
  sql: Queryable,
  tokenHash: Uint8Array,
  shownSeconds: number,
): Promise<(PairingLinkRow & { is_over: boolean }) | null> {
  const [row] = await sql<(PairingLinkRow & { is_over: boolean })[]>`
    select organization_id, id, channel_id, created_by, created_at, expires_at, begun, used_at,
      expires_at <= now() or coalesce(used_at <= now() - make_interval(secs => ${shownSeconds}), false) as is_over
    from pairing_links
    where token_hash = ${tokenHash}`;
  return row ?? null;
}

/** Notes that a pairing is begun through a link; false when it was used, has expired, or was tried `most` times. */
export async function beginByPairingLink(
  sql: Queryable,
  { organization_id, id }: PairingLinkRow,
  most: number,
): Promise<boolean> {
  const rows = await sql`
    update pairing_links set begun = begun + 1
    where organization_id = ${organization_id} and id = ${id} and expires_at > now()
      and used_at is null and begun < ${most}
    returning id`;
  return rows.length > 0;
}

/** Uses up the links through which a channel's pairing was begun, and says so: its number is connected. */
export async function spendPairingLinks(
  sql: Queryable,
  organizationId: string,
  channelId: string,
): Promise<void> {
  await sql`select spend_pairing_links(${organizationId}, ${channelId})`;
}

/** Deletes links that ended a week ago: until then they say so. */
export async function forgetExpiredLinks(sql: Queryable): Promise<void> {
  await sql`delete from pairing_links where expires_at < now() - interval '7 days'`;
}
