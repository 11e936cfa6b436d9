/**
 * A pooler that lends a connection for one transaction at a time, such as PgBouncer in transaction mode, keeps no
 * settings of sessions: they are written down for the role instead.
 */

import { addressesOf } from "./addresses.ts";
import type { Sql } from "./client.ts";
import type { SessionSettings } from "./session-settings.ts";

/** Any number, as long as nothing else in the database locks it. */
const LOCK = 4_923_017_716;

/** Has every later session of this role in this database begin with these settings. `direct` reaches Postgres itself. */
export async function keepSettings(direct: Sql, wanted: SessionSettings): Promise<void> {
  await direct.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${LOCK})`;
    const [row] = await transaction<{ kept: string[] | null; name: string }[]>`
      select current_database() as name, (
        select setconfig from pg_db_role_setting
        where setrole = current_user::regrole
          and setdatabase = (select oid from pg_database where datname = current_database())
      ) as kept`;
    const kept = new Set(row?.kept ?? []);
    for (const [setting, value] of Object.entries(wanted)) {
      if (kept.has(`${setting}=${value}`)) continue;
      await transaction.unsafe(
        `alter role current_user in database ${quoted(row?.name ?? "")} set ${setting.split(".").map(quoted).join(".")} = '${value}'`,
      );
    }
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A setting requested for this session alone: a pooler would drop it. */
export const DIRECT: SessionSettings = { "waypost.direct": crypto.randomUUID() };

/** Throws, with what to do, when a pool that was opened with the settings `DIRECT` does not reach Postgres itself. */
export async function requireDirect(sql: Sql): Promise<void> {
  if ((await differing(sql, DIRECT)).length === 0) return;
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

async function differing(sql: Sql, wanted: SessionSettings): Promise<string[]> {
  const names = Object.keys(wanted);
  const rows = await sql<{ name: string; value: string | null }[]>`
    select name, coalesce(known.setting, current_setting(name, true)) as value
    -- where durations are in milliseconds, and not as they are shown; our own settings are not there
    from unnest(${names}::text[]) as name left join pg_settings as known using (name)`;
  return rows.filter(({ name, value }) => value !== wanted[name]).map(({ name }) => name);
}
