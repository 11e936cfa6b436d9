/**
 * A pooler that lends a connection for one transaction at a time, such as PgBouncer in transaction mode, keeps no
 * settings of sessions: Postgres's are written down for the role instead, and our own into a table, since only a
 * superuser may have a role keep those.
 */

import { addressesOf } from "./addresses.ts";
import type { Sql } from "./client.ts";
import type { SessionSettings } from "./session-settings.ts";

/** Any number, as long as nothing else in the database locks it. */
const LOCK = 4_923_017_716;

/** Has every later session of this role in this database find these settings. `direct` reaches Postgres itself. */
export async function keepSettings(direct: Sql, wanted: SessionSettings): Promise<void> {
  const entries = Object.entries(wanted);
  const isOwn = ([name]: readonly [string, string]) => name.startsWith("waypost.");
  await direct.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${LOCK})`;
    for (const [name, value] of entries.filter(isOwn))
      await transaction`
        insert into pooled_settings (name, value) values (${name}, ${value})
        on conflict (name) do update set value = excluded.value where pooled_settings.value <> excluded.value`;
    const [row] = await transaction<{ kept: string[] | null; name: string }[]>`
      select current_database() as name, (
        select setconfig from pg_db_role_setting
        where setrole = current_user::regrole
          and setdatabase = (select oid from pg_database where datname = current_database())
      ) as kept`;
    const kept = new Set(row?.kept ?? []);
    for (const [setting, value] of entries.filter((entry) => !isOwn(entry))) {
      if (kept.has(`${setting}=${value}`)) continue;
      await transaction.unsafe(
        `alter role current_user in database ${quoted(row?.name ?? "")} set ${quoted(setting)} = '${value}'`,
      );
    }
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A setting requested for this session alone: a pooler would drop it. */
export const DIRECT = { "waypost.direct": crypto.randomUUID() };

/** Throws, with what to do, when a pool that was opened with the settings `DIRECT` does not reach Postgres itself. */
export async function requireDirect(sql: Sql): Promise<void> {
  const [row] = await sql<
    { given: string | null }[]
  >`select current_setting('waypost.direct', true) as given`;
  if (row?.given === DIRECT["waypost.direct"]) return;
  throw new Error(
    "A pooler that drops the settings of sessions, such as PgBouncer, is between Waypost and Postgres. Set DATABASE_DIRECT_URL to the address of Postgres itself; DATABASE_URL may then be the pooler's. Nothing was changed.",
  );
}

/** Throws, with what to do, when sessions behind a pooler lack what was kept for the role. */
export async function requireKept(pooled: Sql, wanted: SessionSettings): Promise<void> {
  const names = await differing(pooled, wanted);
  if (names.length === 0) return;
  throw new Error(
    `The connections behind the pooler of DATABASE_URL have other settings (${names.join(", ")}): they were made before Waypost set them, or as another role. Use one role, and run RECONNECT on PgBouncer's console.`,
  );
}

/** Throws when the URL of a pooler names several servers: finding the primary among them is the pooler's work. */
export function requireOnePooler(url: string): void {
  if (addressesOf(url).length === 1) return;
  throw new Error("With DATABASE_DIRECT_URL, DATABASE_URL names one pooler: let that find the primary.");
}

/** Names of settings that these sessions have otherwise. */
async function differing(sql: Sql, wanted: SessionSettings): Promise<string[]> {
  const names = Object.keys(wanted);
  const rows = await sql<{ name: string; value: string | null }[]>`
    select name, coalesce(known.setting, nullif(current_setting(name, true), ''), kept.value) as value
    -- where durations are in milliseconds, and not as they are shown; our own settings are not there
    from unnest(${names}::text[]) as name
    left join pg_settings as known using (name)
    left join pooled_settings as kept using (name)`;
  return rows.filter(({ name, value }) => value !== wanted[name]).map(({ name }) => name);
}
