/** What messages cost with so many daemons, round by round. */
import type { Sql } from "../../../db/connection/client.ts";
import { carryAll, type Entrance } from "../carry.ts";
import { residentMegabytes } from "../stage/process.ts";
import { between, workSoFar } from "../stage/work.ts";
import { quantile, rounded } from "../statistics.ts";
import type { DeliveryStage } from "../webhooks/deliveries.ts";

/** Of one round, or of one message in it; times to accept in milliseconds, processor time too, null where it can't be read. */
export type Round = {
  /** Messages that came to their end a second. */
  perSecond: number;
  acceptedPerSecond: number;
  p50: number;
  /** Of the daemon on which it is highest. */
  p99: number;
  daemonMs: number | null;
  postgresMs: number | null;
  walBytes: number;
  transactions: number;
  /** Of each daemon. */
  connections: number;
  megabytes: number[];
};

export type RoundPlan = { messages: number; warmUp: number; rounds: number; connections: number };

/** Sends through the entrances; `pids` are those of all daemons. */
export async function measureRounds(
  run: DeliveryStage,
  sql: Sql,
  entrances: readonly Entrance[],
  pids: readonly number[],
  plan: RoundPlan,
): Promise<Round[]> {
  await carryAll(run, entrances, { ...plan, messages: plan.warmUp });
  // the WAL of each round holds the whole of each page that it is the first to change, as after every checkpoint
  await sql`checkpoint`;
  const rounds: Round[] = [];
  for (let nth = 0; nth < plan.rounds; nth++)
    rounds.push(await measureRound(run, sql, entrances, pids, plan));
  return rounds;
}

async function measureRound(
  run: DeliveryStage,
  sql: Sql,
  entrances: readonly Entrance[],
  pids: readonly number[],
  plan: RoundPlan,
): Promise<Round> {
  const before = await workSoFar(sql, pids, false);
  const { seconds, loads } = await carryAll(run, entrances, plan);
  const work = between(before, await workSoFar(sql, pids, false));
  const received = loads.reduce((sum, load) => sum + load.received, 0);
  const each = (total: number) => Math.round((total / received) * 100) / 100;
  return {
    perSecond: Math.round(received / seconds),
    acceptedPerSecond: Math.round(loads.reduce((sum, load) => sum + load.received / load.seconds, 0)),
    p50: rounded(
      quantile(
        loads.map(({ p50 }) => p50),
        0.5,
      ),
    ),
    p99: rounded(Math.max(...loads.map(({ p99 }) => p99))),
    daemonMs: work.daemonMs === null ? null : each(work.daemonMs),
    postgresMs: work.postgresMs === null ? null : each(work.postgresMs),
    walBytes: Math.round(work.walBytes / received),
    transactions: each(work.transactions),
    connections: rounded((await connectionsOfOthers(sql)) / pids.length),
    megabytes: pids.map(residentMegabytes),
  };
}

/** To this database, without those of the measurement: its pool of one, and what the receiver's side has opened, which is none. */
async function connectionsOfOthers(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  return row?.count ?? 0;
}
