import type { ChannelSettings } from "../channels/settings.ts";
import type { Queryable, Sql } from "../connection/client.ts";

/**
 * The channel that is notified when a session changed: what is wanted of it, what it shows, or
 * who holds it. The payload is its channel's id, or empty.
 */
export const WEB_SESSION_CHANNEL = "waypost_web_session";
/**
 * The channel that is notified when the lane of a paired number has work; the payload is the
 * lane and the daemon that holds the session, as JSON.
 */
export const WEB_LANE_CHANNEL = "waypost_web_lane";

/** The state that a gateway is to bring about: `logout` ends as `off`, `delete` ends without a row. */
export type Wanted = "on" | "off" | "logout" | "delete";

export type WhatsAppWebSessionRow = {
  organization_id: string;
  channel_id: string;
  wanted: Wanted;
  method: "qr" | "pairing_code";
  /** Digits of the number to pair; only for pairing by code. */
  phone_number: string | null;
  /** Whatever number is paired takes the place of the channel's own. */
  replaces_number: boolean;
  /** JSON text of a `Replacement`; null unless the number is replaced. */
  replacement: string | null;
  /** `…@lid` of the channel's own account; null while it is not known. */
  own_lid: string | null;
  /** Its login is that of another number, kept until somebody decides. */
  set_aside: boolean;
  /** Sealed with the master key. */
  data_key: string;
  /** Sealed with the data key. */
  credentials: Buffer | null;
  paired: boolean;
  /** Sealed with the master key. */
  pairing: string | null;
  owner: string | null;
  fence: number;
  lease_until: Date | null;
  failures: number;
  next_attempt_at: Date;
  restricted_until: Date | null;
  restricted_reason: string | null;
};

/** A session that a daemon holds, with what its channel is set to, and the channel's number (E.164). */
export type HeldSessionRow = WhatsAppWebSessionRow & {
  settings: ChannelSettings;
  channel_number: string | null;
  /** Digits by which WhatsApp may know the same number. */
  other_form: string | null;
};

/** The columns of a held session that others may change. */
export type RenewedSessionRow = Omit<HeldSessionRow, Kept>;

/** The columns that only the holding daemon changes, or that it does not need. */
type Kept =
  | ("data_key" | "credentials" | "paired" | "pairing" | "owner" | "lease_until" | "replacement")
  | ("restricted_until" | "restricted_reason");

/** A session held by a daemon: nothing is written for it once the number is no longer the current one. */
export type HeldSession = { organizationId: string; channelId: string; daemonId: string; fence: number };

/** Makes a channel's session, unless there is one. */
export async function ensureWhatsAppWebSession(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  dataKey: string,
): Promise<void> {
  await sql`
    insert into web_sessions (organization_id, channel_id, data_key)
    values (${organizationId}, ${channelId}, ${dataKey})
    on conflict do nothing`;
}

export async function findWhatsAppWebSession(
  sql: Queryable,
  organizationId: string,
  channelId: string,
): Promise<WhatsAppWebSessionRow | null> {
  const [row] = await sql<WhatsAppWebSessionRow[]>`
    select * from web_sessions where organization_id = ${organizationId} and channel_id = ${channelId}`;
  return row ?? null;
}

/** The same, so that no other request changes what is wanted of it before this transaction ends. */
export async function lockWhatsAppWebSession(
  sql: Queryable,
  organizationId: string,
  channelId: string,
): Promise<WhatsAppWebSessionRow | null> {
  const [row] = await sql<WhatsAppWebSessionRow[]>`
    select * from web_sessions where organization_id = ${organizationId} and channel_id = ${channelId} for update`;
  return row ?? null;
}

/** Whether a session waits for its next attempt, by the database's clock. */
export async function isWhatsAppWebSessionResting(
  sql: Queryable,
  organizationId: string,
  channelId: string,
): Promise<boolean> {
  const rows = await sql`
    select from web_sessions
    where organization_id = ${organizationId} and channel_id = ${channelId} and next_attempt_at > now()`;
  return rows.length > 0;
}

/**
 * Sets the wanted state of a session and notifies its gateway; false when there is none. A shown pairing code is
 * removed.
 */
export async function wantWhatsAppWebSession(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  wanted: Partial<
    Pick<WhatsAppWebSessionRow, "method" | "phone_number" | "replaces_number" | "replacement">
  > & {
    wanted: Wanted;
  },
): Promise<boolean> {
  const rows = await sql`
    with changed as (
      update web_sessions set next_attempt_at = now(), ${sql({ ...wanted, pairing: null, failures: 0 })}
      where organization_id = ${organizationId} and channel_id = ${channelId}
      returning channel_id
    )
    select tell_web_session(channel_id) from changed`;
  return rows.length > 0;
}

/** Sets whether the number of a session that is already wanted is replaced, and notifies its gateway. */
export async function wantReplacement(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  wish: Pick<WhatsAppWebSessionRow, "replaces_number" | "replacement">,
): Promise<void> {
  await sql`
    with changed as (
      update web_sessions set ${sql(wish)} where organization_id = ${organizationId} and channel_id = ${channelId}
      returning channel_id
    )
    select tell_web_session(channel_id) from changed`;
}

/** Takes sessions that want a gateway and have none, at most `most`. */
export async function claimWhatsAppWebSessions(
  sql: Sql,
  daemonId: string,
  leaseMs: number,
  most: number,
): Promise<HeldSessionRow[]> {
  return byOwnClock(
    await sql<Timed<HeldSessionRow>[]>`
    select *, milliseconds_until(next_attempt_at) as wait_ms,
      channel_settings(organization_id, channel_id) as settings, channel_number(organization_id, channel_id),
      other_form_of(substr(channel_number(organization_id, channel_id), 2)) as other_form
    from claim_web_sessions(${daemonId}, make_interval(secs => ${leaseMs / 1000}), ${most})`,
  );
}

/** Renews the leases of a daemon; returns the sessions it holds, without the secrets that it has: this is done all the time. */
export async function renewWhatsAppWebSessions(
  sql: Sql,
  daemonId: string,
  leaseMs: number,
): Promise<RenewedSessionRow[]> {
  return byOwnClock(
    await sql<Timed<RenewedSessionRow>[]>`
    select organization_id, channel_id, fence, wanted, method, phone_number, replaces_number, own_lid, set_aside, failures,
      next_attempt_at, milliseconds_until(next_attempt_at) as wait_ms,
      channel_settings(organization_id, channel_id) as settings, channel_number(organization_id, channel_id),
      other_form_of(substr(channel_number(organization_id, channel_id), 2)) as other_form
    from renew_web_sessions(${daemonId}, make_interval(secs => ${leaseMs / 1000}))`,
  );
}

type Timed<Row extends RenewedSessionRow> = Row & { wait_ms: number };

/** The next attempt as this machine's clock shows it then: it may go wrong, and the database's is the one that counts. */
function byOwnClock<Row extends RenewedSessionRow>(rows: readonly Timed<Row>[]): Row[] {
  const now = Date.now();
  return rows.map((row) => {
    const { wait_ms, next_attempt_at } = row;
    const at = wait_ms === 0 ? Math.min(next_attempt_at.getTime(), now) : now + wait_ms;
    return { ...row, next_attempt_at: new Date(at) };
  });
}

/** Records that sessions were seen to work. */
export async function markSeen(sql: Sql, daemonId: string, channelIds: readonly string[]): Promise<void> {
  await sql`
    update channels as channel set last_seen_at = now()
    from web_sessions as session
    where session.owner = ${daemonId} and session.channel_id = any (${channelIds as string[]})
      and channel.organization_id = session.organization_id and channel.id = session.channel_id`;
}
