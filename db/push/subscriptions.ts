import { isOfLivingKey } from "../auth/login-sessions.ts";
import type { UserRow } from "../auth/users.ts";
import type { Queryable, Sql } from "../connection/client.ts";
import { eventHorizons } from "../events/events.ts";

/** The login that a subscription is of, and ends with. */
export type PushKey = { organization_id: string; token_hash: Uint8Array };

/** A browser's subscription at its push service. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string; subject: string };

/** `Wants` is what its user wants to be notified of. */
export type PushRow<Wants> = PushKey &
  PushAddress & {
    user_id: string;
    wants: Wants;
    /** Up to here, events were looked at for it. */
    position: number;
    failing_since: Date | null;
    created_at: Date;
  };

/** A subscription whose turn it is, with its user. */
export type DuePush<Wants> = PushRow<Wants> & Pick<UserRow, "role"> & { taken_at: Date };

/** So many are looked at in one go. */
const AT_ONCE = 200;
const AT_ONCE_EACH = 50;
/** For so long nobody else looks at one that is being looked at: longer than a push service may take. */
const HELD_SECONDS = 60;
/** Events that are read for an organisation in one go. */
const MOST_EVENTS = 2000;

/** Stores a login's subscription, in place of the one that it has, and of that browser's under another login. */
export async function setPush<Wants extends object>(
  sql: Queryable,
  { wants, ...row }: PushKey & PushAddress & { user_id: string; wants: Wants },
): Promise<void> {
  await sql`
    delete from push_subscriptions where endpoint = ${row.endpoint} and token_hash <> ${row.token_hash}`;
  await sql`
    insert into push_subscriptions
      (organization_id, token_hash, user_id, endpoint, p256dh, auth, subject, wants, position)
    values (
      ${row.organization_id}, ${row.token_hash}, ${row.user_id}, ${row.endpoint}, ${row.p256dh}, ${row.auth},
      ${row.subject}, ${JSON.stringify(wants)}::text::jsonb,
      coalesce(pg_sequence_last_value('event_log_position'), 0)
    )
    on conflict (organization_id, token_hash) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
      auth = excluded.auth, subject = excluded.subject, wants = excluded.wants, next_at = now(), failing_since = null`;
}

/** The subscription of a login; null when it has none. */
export async function findPush<Wants>(sql: Queryable, key: PushKey): Promise<PushRow<Wants> | null> {
  const [row] = await sql<PushRow<Wants>[]>`
    select * from push_subscriptions
    where organization_id = ${key.organization_id} and token_hash = ${key.token_hash}`;
  return row ?? null;
}

export async function deletePush(sql: Queryable, key: PushKey): Promise<void> {
  await sql`
    delete from push_subscriptions
    where organization_id = ${key.organization_id} and token_hash = ${key.token_hash}`;
}

/**
 * Takes those in whose organisation something happened since their last look, for this daemon alone; none of a login that
 * no longer works. Of one organisation at most so many: its push services may be slow.
 */
export async function takeDuePushes<Wants>(sql: Sql): Promise<DuePush<Wants>[]> {
  return await sql<DuePush<Wants>[]>`
    with ranked as (
      select organization_id, token_hash,
        row_number() over (partition by organization_id order by next_at) as nth
      from push_subscriptions
      where next_at <= now() and organization_id in (select pushes_due())
    ), due as (
      select push.organization_id, push.token_hash from push_subscriptions as push
      join ranked using (organization_id, token_hash)
      where ranked.nth <= ${AT_ONCE_EACH}
      order by push.next_at limit ${AT_ONCE}
      for update of push skip locked
    ), held as (
      update push_subscriptions as push set next_at = now() + make_interval(secs => ${HELD_SECONDS})
      from due where push.organization_id = due.organization_id and push.token_hash = due.token_hash
      returning push.*
    )
    select held.*, users.role, now() as taken_at
    from held
    join login_sessions as session using (organization_id, token_hash)
    join users on users.organization_id = held.organization_id and users.id = held.user_id
    where session.expires_at > now() and users.disabled_at is null and ${isOfLivingKey(sql)}`;
}

/** Notes how far a subscription was looked after, and that its push service took everything. */
export async function endPushLook(sql: Queryable, key: PushKey, position: number): Promise<void> {
  await sql`
    update push_subscriptions set position = ${position}, next_at = now(), failing_since = null
    where organization_id = ${key.organization_id} and token_hash = ${key.token_hash}`;
}

/** Notes that its push service did not take something: it is looked after again in so many seconds. */
export async function postponePush(sql: Queryable, key: PushKey, seconds: number): Promise<void> {
  await sql`
    update push_subscriptions
    set next_at = now() + make_interval(secs => ${seconds}), failing_since = coalesce(failing_since, now())
    where organization_id = ${key.organization_id} and token_hash = ${key.token_hash}`;
}

export type PushEvent = { position: number; type: string; channel_id: string | null; body: string };

/**
 * The events of these types after a position, and the position up to which there will be no more: one of a transaction
 * that is still open is seen the next time.
 */
export async function readPushEvents(
  sql: Sql,
  organizationId: string,
  after: number,
  types: readonly string[],
): Promise<{ events: PushEvent[]; end: number }> {
  const end = ((await eventHorizons(sql, [organizationId])).get(organizationId) ?? 0) - 1;
  const events = await sql<PushEvent[]>`
    select position, type, channel_id, body from events
    where organization_id = ${organizationId} and position > ${after} and position <= ${end}
      and type = any (${types as string[]}) and not test
      and id > 'evt_' || ulid_time(now() - interval '1 day')
    order by position desc limit ${MOST_EVENTS}`;
  return { events: events.toReversed(), end };
}
