import type { Queryable, Sql } from "../connection/client.ts";
import type { HeldSession } from "./sessions.ts";

/** The sealed writes of one held session. */
export type SessionWrite = {
  held: HeldSession;
  credentials: { value: Buffer; paired: boolean } | null;
  /** Null deletes. */
  keys: readonly { category: string; id: string; value: Buffer | null }[];
};

/** Writes for any number of sessions of one daemon in one statement; returns the channels whose session it does not hold. */
export async function writeSessionKeys(
  sql: Queryable,
  daemonId: string,
  writes: readonly SessionWrite[],
): Promise<string[]> {
  const sessions = writes.map(({ held }) => ({ ...keyOf(held), fence: held.fence }));
  const logins = writes.flatMap(({ held, credentials }) =>
    credentials === null
      ? []
      : [{ ...keyOf(held), credentials: inBase64(credentials.value), paired: credentials.paired }],
  );
  const keys = writes.flatMap(({ held, keys }) => keys.map((key) => ({ ...keyOf(held), ...key })));
  const written = keys.flatMap(({ value, ...key }) =>
    value === null ? [] : [{ ...key, value: inBase64(value) }],
  );
  const removed = keys.flatMap(({ value, ...key }) => (value === null ? [key] : []));
  const rows = await sql<{ lost: string }[]>`
    select lost from write_web_keys(
      ${daemonId}, ${JSON.stringify(sessions)}::text::json, ${listed(logins)}::text::json,
      ${listed(written)}::text::json, ${listed(removed)}::text::json)`;
  return rows.map(({ lost }) => lost);
}

function keyOf({ organizationId, channelId }: HeldSession) {
  return { organization_id: organizationId, channel_id: channelId };
}

function inBase64(value: Buffer): string {
  return value.toString("base64");
}

/** As JSON; null where there are none. */
function listed(rows: readonly object[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

export type SealedKey = { id: string; value: Buffer };

/** The keys of a category that exist, of these ids. */
export async function readSessionKeys(
  sql: Sql,
  { organizationId, channelId }: Pick<HeldSession, "organizationId" | "channelId">,
  category: string,
  ids: readonly string[],
): Promise<SealedKey[]> {
  return await sql<SealedKey[]>`
    select found.id, found.value
    from unnest(${ids as string[]}::text[]) as wanted (id)
    cross join lateral (
      select key.id, key.value from web_session_keys as key
      where key.organization_id = ${organizationId} and key.channel_id = ${channelId}
        and key.category = ${category} and key.id = wanted.id
      limit 1
    ) as found`;
}

/** Every key of a category, oldest first, at most a thousand. */
export async function listSessionKeys(
  sql: Sql,
  { organizationId, channelId }: Pick<HeldSession, "organizationId" | "channelId">,
  category: string,
): Promise<SealedKey[]> {
  return await sql<SealedKey[]>`
    select id, value from web_session_keys
    where organization_id = ${organizationId} and channel_id = ${channelId} and category = ${category}
    order by created_at, id
    limit 1000`;
}

/** Every key of these categories. */
export async function readAllSessionKeys(
  sql: Queryable,
  { organizationId, channelId }: Pick<HeldSession, "organizationId" | "channelId">,
  categories: readonly string[],
): Promise<(SealedKey & { category: string })[]> {
  return await sql<(SealedKey & { category: string })[]>`
    select category, id, value from web_session_keys
    where organization_id = ${organizationId} and channel_id = ${channelId}
      and category = any (${categories as string[]})`;
}

/** Deletes received messages that were never settled: after so long, nobody will process them. */
export async function forgetArrived(sql: Sql, days: number): Promise<void> {
  await sql`
    delete from web_session_keys
    where category = 'arrived' and created_at < now() - make_interval(hours => ${days * 24})`;
}
