/**
 * The work of Postgres and daemons so far: rows, WAL, statements and processor time. None of it depends on the load of
 * the machine.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Sql } from "../../../db/connection/client.ts";

/** Rows of one table, its partitions together; `hot` are those of the updates that wrote no index. */
export type Rows = Record<(typeof COUNTED)[number], number> & { table: string };

const COUNTED = ["inserted", "updated", "hot", "deleted", "bytes"] as const;

/** All of it from some beginning on: two of them are subtracted. Processor time in milliseconds, null where it can't be read. */
export type Work = {
  rows: Rows[];
  walBytes: number;
  transactions: number;
  daemonMs: number | null;
  postgresMs: number | null;
};

/** Sessions publish their counts once a second, and the rest when they have been idle for ten. */
const COUNTS_LATE_MS = 11_000;
/** Of Linux, whatever the machine. */
const TICKS_A_SECOND = 100;

/** The work of Postgres and of these processes until now. The counts of rows come late: `patient` waits for the last of them. */
export async function workSoFar(sql: Sql, daemons: readonly number[], patient: boolean): Promise<Work> {
  const [times] = await sql<{ wal: number; pid: number }[]>`
    select pg_current_wal_insert_lsn() - '0/0' as wal, pg_backend_pid() as pid`;
  const postmaster = times === undefined ? null : parentOf(times.pid);
  const daemonMs = timeOfAll(daemons);
  const postgresMs = postmaster === null ? null : timeOfFamily(postmaster);
  if (patient) await Bun.sleep(COUNTS_LATE_MS);
  const rows = await sql<Rows[]>`
    select coalesce(parent.relname, counted.relname) as table, sum(n_tup_ins)::float as inserted,
      sum(n_tup_upd)::float as updated, sum(n_tup_hot_upd)::float as hot, sum(n_tup_del)::float as deleted,
      sum(pg_total_relation_size(counted.relid))::float as bytes
    from pg_stat_user_tables as counted
    left join pg_inherits on inhrelid = counted.relid
    left join pg_class as parent on parent.oid = inhparent
    group by 1 order by 1`;
  const [database] = await sql<{ transactions: number }[]>`
    select xact_commit::float as transactions from pg_stat_database where datname = current_database()`;
  return {
    rows: [...rows],
    walBytes: Number(times?.wal ?? 0),
    transactions: database?.transactions ?? 0,
    daemonMs,
    postgresMs,
  };
}

/** The work between two looks. */
export function between(before: Work, after: Work): Work {
  const less = (one: number | null, other: number | null) =>
    one === null || other === null ? null : one - other;
  const rows = after.rows.map((row) => {
    const earlier = before.rows.find(({ table }) => table === row.table);
    const grown = COUNTED.map((name) => [name, row[name] - (earlier?.[name] ?? 0)]);
    return { table: row.table, ...Object.fromEntries(grown) } as Rows;
  });
  return {
    rows: rows.filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0),
    walBytes: after.walBytes - before.walBytes,
    transactions: after.transactions - before.transactions,
    daemonMs: less(after.daemonMs, before.daemonMs),
    postgresMs: less(after.postgresMs, before.postgresMs),
  };
}

type Stat = { parent: number; own: number; children: number };

/** A process's parent, and the processor time of itself and of the children that have ended (proc(5), `stat`). */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the second field is a name, which may hold spaces
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const milliseconds = (...places: number[]) =>
      places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) * (1000 / TICKS_A_SECOND);
    return { parent: fields[1] ?? 0, own: milliseconds(11, 12), children: milliseconds(13, 14) };
  } catch {
    return null;
  }
}

function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

function timeOfAll(pids: readonly number[]): number | null {
  return pids.reduce<number | null>((sum, pid) => {
    const own = statOf(pid)?.own;
    return sum === null || own === undefined ? null : sum + own;
  }, 0);
}

function timeOfFamily(pid: number): number | null {
  const head = statOf(pid);
  if (head === null) return null;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return children.reduce((sum, child) => sum + (child?.own ?? 0), head.own + head.children);
}
