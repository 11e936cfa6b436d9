/** Drops partitions that are past their retention, without anybody having to wait for it. */
import type { ReservedSql } from "postgres";
import type { Sql } from "../connection/client.ts";
import { isLockedOut, LOCK_WAIT } from "../connection/lock-wait.ts";

/** The names of dropped partitions, and of those to try again because somebody reads them, such as a backup. */
export type Dropped = { dropped: string[]; waiting: string[] };

/** Names as statements have them. */
type Old = { parent: string; name: string; detaching: boolean };

/**
 * Drops the partitions that end before a moment and hold nothing unfinished.
 * Each is detached first, which lets reading and writing continue; that takes as
 * long as the longest transaction, such as a dump's, and is finished at a later
 * try. Does nothing while another daemon does it.
 */
export async function dropPartitions(sql: Sql, before: Date): Promise<Dropped> {
  const connection = await sql.reserve();
  try {
    const [row] = await connection<{ ours: boolean }[]>`
      select pg_try_advisory_lock(hashtext('waypost.partitions')) as ours`;
    if (row?.ours !== true) return { dropped: [], waiting: [] };
    await connection`select set_config('lock_timeout', ${LOCK_WAIT}, false)`;
    return await dropAll(connection, before);
  } finally {
    await connection`
      select pg_advisory_unlock(hashtext('waypost.partitions')), set_config('lock_timeout', '0', false)`.catch(
      () => {},
    );
    connection.release();
  }
}

async function dropAll(connection: Connection, before: Date): Promise<Dropped> {
  const done: Dropped = { dropped: [], waiting: [] };
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
      done.dropped.push(name);
    } catch (cause) {
      if (!isLockedOut(cause)) throw cause;
      done.waiting.push(name);
    }
  };
  for (const name of await leftovers(connection)) await attempt(name, () => drop(connection, name));
  const blocked = new Set<string>();
  for (const old of await oldPartitions(connection, before)) {
    // a table has one partition at a time that is being detached
    if (blocked.has(old.parent)) continue;
    await attempt(old.name, async () => {
      blocked.add(old.parent);
      await detach(connection, old);
      blocked.delete(old.parent);
      await drop(connection, old.name);
    });
  }
  return done;
}

type Connection = ReservedSql<{ bigint: number }>;

/** Partitions whose detaching was begun come first. */
async function oldPartitions(connection: Connection, before: Date): Promise<Old[]> {
  return await connection<Old[]>`select parent, name, detaching from old_partitions(${before})`;
}

/** Marks tables that were partitions and must be dropped, as opposed to those that an operator detached to keep. */
const MARK = "past its retention, to be dropped by Waypost";

async function leftovers(connection: Connection): Promise<string[]> {
  const rows = await connection<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relnamespace = schema_of_tables() and relkind = 'r' and not relispartition
      and obj_description(oid, 'pg_class') = ${MARK}`;
  return rows.map(({ name }) => name);
}

/** Neither statement may be part of a transaction. */
async function detach(connection: Connection, { parent, name, detaching }: Old): Promise<void> {
  if (!detaching) {
    await connection.unsafe(`comment on table ${name} is '${MARK}'`);
    await connection.unsafe(`alter table ${parent} detach partition ${name} concurrently`);
  } else await connection.unsafe(`alter table ${parent} detach partition ${name} finalize`);
}

async function drop(connection: Connection, name: string): Promise<void> {
  await connection.unsafe(`drop table ${name}`);
}
