/**
 * What one message costs through its whole life: rows, WAL, disk and processor time, with one or more daemons on a
 * database and with messages stored before. More daemons on one machine don't make it faster: they show what it costs
 * that they share a database.
 */
import { residentMegabytes } from "../stage/process.ts";
import { addOfficial, UNPACED } from "../stage/sandbox.ts";
import { makeBigRows } from "../stage/stored/rows.ts";
import { measureAlone } from "./alone.ts";
import { carryAll } from "./carry.ts";
import type { Options } from "./options.ts";
import { type Figure, figure, medians, quantile } from "./report.ts";
import type { Stage, Target } from "./stage.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";
import { between, type Rows, workSoFar } from "./work.ts";

const FULL = { messages: 10_000, warmUp: 2000, rounds: 3, connections: 64 };
const QUICK = { messages: 20, warmUp: 4, rounds: 1, connections: 4 };
/** Each has a lane of its own, which one daemon holds at a time. */
const NUMBERS = 4;
const STORED_DAYS = 28;

type Run = { stage: Stage; receiver: Receiver; entrances: Target[]; plan: typeof FULL; isPatient: boolean };

/** Sends messages as fast as they are accepted, and counts what all of it takes until the last webhook has come. */
export async function measureLife(stage: Stage, options: Options): Promise<Figure[]> {
  const { quick, daemons, stored, rate } = options;
  if (rate > 0) return await measureAlone(stage, options);
  const receiver = await openReceiver(stage);
  await receiver.register("good", { filterTypes: ["message.status_update"] });
  const numbers = await connectNumbers(stage, daemons === 1 && stored === 0 ? 1 : NUMBERS);
  if (stored > 0) await store(stage, numbers, stored);
  const running = [stage.daemon];
  while (running.length < daemons) running.push(await stage.startAnother());
  const entrances = numbers.map((channelId, nth) => ({ ...pick(running, nth), channelId }));
  const run: Run = { stage, receiver, entrances, plan: quick ? QUICK : FULL, isPatient: !quick };
  const { plan } = run;
  await carryAll(run, entrances, { ...plan, messages: plan.warmUp });
  // the WAL of each round holds the whole of each page that it is the first to change, as after every checkpoint
  if (stored > 0) await stage.sql`checkpoint`;
  const rounds: Figure[][] = [];
  for (let nth = 0; nth < plan.rounds; nth++) rounds.push(await measureRound(run));
  return medians(rounds, daemons === 1 && stored === 0 ? LIMITS : {});
}

const LIMITS = {
  "whole messages": { atLeast: 1000 },
  WAL: { atMost: 10 },
  "rows inserted": { atMost: 12 },
  "rows updated": { atMost: 6 },
  "updates that write no index": { atLeast: 90 },
  "rows deleted": { atMost: 3 },
};

async function connectNumbers({ daemon, sandbox }: Stage, count: number): Promise<string[]> {
  const ids = [daemon.channelId];
  for (let nth = 1; nth < count; nth++) ids.push(await addOfficial(sandbox, daemon.api, nth));
  for (const id of ids) await daemon.api("PATCH", `/v1/channels/${id}`, { settings: UNPACED });
  return ids;
}

async function store({ sql }: Stage, channelIds: string[], messages: number): Promise<void> {
  const [row] = await sql<{ organizationId: string; endpointIds: string[] }[]>`
    select organization_id as "organizationId", array_agg(id) as "endpointIds" from webhook_endpoints group by 1`;
  if (row === undefined) throw new Error("there is no endpoint");
  await makeBigRows(sql, { ...row, channelIds, messages, days: STORED_DAYS }, (made) =>
    process.stderr.write(`${made} of ${messages} messages are stored\n`),
  );
}

async function measureRound({ stage, plan, isPatient, ...run }: Run): Promise<Figure[]> {
  const { sql } = stage;
  const pids = [...new Set(run.entrances.map(({ pid }) => pid))];
  const { rows } = await workSoFar(sql, pids, isPatient);
  // work that happened while the counts were waited for belongs to no message
  const before = { ...(await workSoFar(sql, pids, false)), rows };
  const { seconds, loads } = await carryAll({ stage, ...run }, run.entrances, plan);
  const done = between(before, await workSoFar(sql, pids, isPatient));
  const received = loads.reduce((sum, load) => sum + load.received, 0);
  const each = (total: number | null) => (total === null ? null : total / received);
  const sum = (of: (row: Rows) => number) => done.rows.reduce((total, row) => total + of(row), 0);
  const [updated, hot] = [sum((row) => row.updated), sum((row) => row.hot)];
  const middle = quantile(
    loads.map(({ p50 }) => p50),
    0.5,
  );
  return [
    figure("whole messages", received / seconds, "a second", { digits: 0 }),
    figure("accepting, p50", middle, "ms"),
    figure("accepting, p99 of the slowest", Math.max(...loads.map(({ p99 }) => p99)), "ms"),
    figure("daemons", each(done.daemonMs), "ms", { digits: 2 }),
    figure("Postgres", each(done.postgresMs), "ms", { digits: 2 }),
    figure("WAL", done.walBytes / received / 1024, "KiB"),
    figure("disk", sum(({ bytes }) => bytes) / received / 1024, "KiB"),
    figure("transactions", each(done.transactions), "", { digits: 2 }),
    figure("rows inserted", each(sum(({ inserted }) => inserted)), "", { digits: 2 }),
    figure("rows updated", each(updated), "", { digits: 2 }),
    figure("updates that write no index", (hot / updated) * 100, "%"),
    figure("rows deleted", each(sum(({ deleted }) => deleted)), "", { digits: 2 }),
    figure("connections of a daemon", (await connections(stage)) / pids.length, ""),
    figure("memory of a daemon, at most", Math.max(...pids.map(residentMegabytes)), "MiB"),
  ];
}

/** To this database, without that of the measurement. */
async function connections({ sql }: Stage): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  return row?.count ?? 0;
}

function pick<One>(all: readonly One[], nth: number): One {
  return all[nth % all.length] as One;
}
