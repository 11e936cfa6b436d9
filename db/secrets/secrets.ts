import type { Queryable, Sql } from "../connection/client.ts";

/** The channel that is notified when a rotation of the master key progresses; the payload is empty. */
export const MASTER_KEY_CHANNEL = "waypost_master_key";

/** The state of the master key. */
export type MasterKeyState = {
  /** A known text, sealed with the key that seals. */
  sealed_check: string;
  /** Id of a key that every daemon has to know before it seals; null when there is none. */
  announced_key: string | null;
  /** A key was replaced, and not everything is sealed with its successor yet. */
  rotating: boolean;
};

/** Whether secrets were ever sealed in this database, which may lack every table still. */
export async function isInstalled(sql: Sql): Promise<boolean> {
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('installation') is not null as there`;
  if (table?.there !== true) return false;
  return (await sql`select from installation`).length > 0;
}

/** The state; the first daemon's `sealed` check becomes it when there is none. */
export async function ensureMasterKeyState(sql: Queryable, sealed: string): Promise<MasterKeyState> {
  await sql`insert into installation (sealed_check) values (${sealed}) on conflict do nothing`;
  return await masterKeyState(sql);
}

/** The state. Throws when no daemon ever ran on this database. */
export async function masterKeyState(sql: Queryable): Promise<MasterKeyState> {
  const [row] = await sql<MasterKeyState[]>`select sealed_check, announced_key, rotating from installation`;
  if (row === undefined) throw new Error("nothing was sealed in this database yet");
  return row;
}

/** The derived secret of a purpose; `sealed` becomes it when there is none. */
export async function ensureDerived(sql: Sql, purpose: string, sealed: string): Promise<string> {
  await sql`insert into derived_secrets (purpose, sealed) values (${purpose}, ${sealed}) on conflict do nothing`;
  const [row] = await sql<{ sealed: string }[]>`
    select sealed from derived_secrets where purpose = ${purpose}`;
  return row?.sealed ?? sealed;
}

/** Says which keys a daemon opens and seals with. No key is replaced while it says so; returns the state as of then. */
export async function reportKeys(
  sql: Sql,
  daemonId: string,
  known: readonly string[],
  sealing: string,
): Promise<MasterKeyState> {
  return await sql.begin(async (transaction) => {
    await transaction`select from installation for share`;
    await transaction`
      insert into daemons (id, known_keys, sealing_key) values (${daemonId}, ${known as string[]}, ${sealing})
      on conflict (id) do update set known_keys = excluded.known_keys, sealing_key = excluded.sealing_key`;
    return await masterKeyState(transaction);
  });
}

/** Names the next key for sealing, and notifies every daemon. */
export async function announceKey(sql: Sql, id: string): Promise<void> {
  await sql`
    with announced as (update installation set announced_key = ${id} returning announced_key)
    select pg_notify(${MASTER_KEY_CHANNEL}, '') from announced`;
}

/** Notifies every daemon to look again. */
export async function notifyOfKeys(sql: Sql): Promise<void> {
  await sql`select pg_notify(${MASTER_KEY_CHANNEL}, '')`;
}

/** Daemons that don't know a key. */
export async function daemonsWithout(sql: Queryable, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from daemons where not known_keys @> array[${id}] order by id`;
  return rows.map((row) => row.id);
}

/** Daemons that don't seal with a key. */
export async function daemonsNotSealingWith(sql: Queryable, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from daemons where sealing_key is distinct from ${id} order by id`;
  return rows.map((row) => row.id);
}

/** The announced key seals from now on, unless a daemon doesn't know it; returns those that don't. */
export async function switchKey(sql: Sql, id: string, sealedCheck: string): Promise<string[]> {
  return await sql.begin(async (transaction) => {
    await transaction`select from installation for update`;
    const without = await daemonsWithout(transaction, id);
    if (without.length > 0) return without;
    await transaction`update installation set sealed_check = ${sealedCheck}, announced_key = null, rotating = true`;
    await transaction`select pg_notify(${MASTER_KEY_CHANNEL}, '')`;
    return [];
  });
}

/** Everything is sealed with the key that seals: on disk, when this returns. */
export async function finishRotation(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local synchronous_commit = on`;
    await transaction`update installation set rotating = false`;
  });
}

/**
 * Transactions of daemons that began before a moment and have not ended; they are distinguished from a backup's by the
 * name that `connect` gives them.
 */
export async function transactionsSince(sql: Sql, moment: Date): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select application_name || ' ' || pid as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and application_name like 'waypost%' and xact_start < ${moment}`;
  return rows.map((row) => row.name);
}

/** One rotation at a time: does the work, or returns null while another process is at it. */
export async function aloneInRotation<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result | null> {
  const connection = await sql.reserve();
  try {
    const [lock] = await connection<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtext('waypost.rotation')) as taken`;
    if (lock?.taken !== true) return null;
    try {
      return await work();
    } finally {
      await connection`select pg_advisory_unlock(hashtext('waypost.rotation'))`;
    }
  } finally {
    connection.release();
  }
}
