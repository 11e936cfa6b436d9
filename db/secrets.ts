import type { Queryable, Sql } from "./client.ts";

/** Told when a rotation of the master key goes on; the payload is empty. */
export const MASTER_KEY_CHANNEL = "waypost_master_key";

/** How it stands with the master key. */
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

/** What was derived for a purpose; `sealed` becomes it when nothing was. */
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

/** Names the key that is to seal next, and tells every daemon. */
export async function announceKey(sql: Sql, id: string): Promise<void> {
  await sql`
    with announced as (update installation set announced_key = ${id} returning announced_key)
    select pg_notify(${MASTER_KEY_CHANNEL}, '') from announced`;
}

/** Tells every daemon to look again. */
export async function tellKeys(sql: Sql): Promise<void> {
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

/** Everything is sealed with the key that seals. */
export async function finishRotation(sql: Sql): Promise<void> {
  await sql`update installation set rotating = false`;
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

/** A column that holds sealed secrets, alone or within a larger text. */
export type SealedPlace = {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  column: string;
  type: "text" | "jsonb";
};

/** A row's key, in the order of the place's columns, and its text. */
export type SealedRow = { key: string[]; value: string };

/**
 * Rows after `after` (null: from the start) that may hold secrets sealed with
 * another key than `id`, in the order of their keys.
 */
export async function readSealed(
  sql: Sql,
  { table, key, column }: SealedPlace,
  id: string,
  after: readonly string[] | null,
  limit: number,
): Promise<SealedRow[]> {
  const columns = sql.unsafe(key.map(quoted).join(", "));
  const names = sql.unsafe(key.map((name) => `${quoted(name)}::text`).join(", "));
  return await sql<SealedRow[]>`
    select array[${names}] as key, ${sql(column)}::text as value from ${sql(table)}
    where ${sql(column)}::text ~ ${`v1\\.(?!${id}\\.)[^."]+\\.`}
      ${after === null ? sql`` : sql`and (${columns}) > (${listed(sql, after)})`}
    order by ${columns} limit ${limit}`;
}

/** Replaces a row's text, unless it changed meanwhile; then it is left alone and false returned. */
export async function replaceSealed(
  sql: Sql,
  { table, key, column, type }: SealedPlace,
  row: SealedRow,
  value: string,
): Promise<boolean> {
  const columns = sql.unsafe(key.map(quoted).join(", "));
  const changed = await sql`
    update ${sql(table)} set ${sql(column)} = ${value}::text::${sql.unsafe(type)}
    where (${columns}) = (${listed(sql, row.key)}) and ${sql(column)}::text = ${row.value}`;
  return changed.count > 0;
}

function listed(sql: Sql, values: readonly string[]) {
  return values.map((value, index) => (index === 0 ? sql`${value}` : sql`, ${value}`));
}

function quoted(name: string): string {
  return `"${name}"`;
}
