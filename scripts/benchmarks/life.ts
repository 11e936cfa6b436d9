/** What one message costs through its whole life: accepted, sent, reported as sent, delivered and read, told to an endpoint each time. */
import { cpus } from "node:os";
import { connect } from "../../db/connection/client.ts";
import { carryAll } from "./carry.ts";
import { atLeast, atMost, showTarget, type Target } from "./report.ts";
import type { Stage } from "./stage/stage.ts";
import { between, type Rows, type Work, workSoFar } from "./stage/work.ts";
import { quantile, rounded } from "./statistics.ts";
import { type DeliveryStage, openDeliveryStage } from "./webhooks/deliveries.ts";

/** Of one message; processor time in milliseconds, null where it can't be read. */
export type Life = {
  perSecond: number;
  walBytes: number;
  inserts: number;
  updates: number;
  hotUpdates: number;
  deletes: number;
  transactions: number;
  daemonMs: number | null;
  postgresMs: number | null;
  tables: Rows[];
};

export type LifeReport = {
  at: string;
  quick: boolean;
  machine: string;
  messages: number;
  rounds: Life[];
  targets: Target[];
};

type Plan = { messages: number; warmUp: number; rounds: number; connections: number };

const FULL: Plan = { messages: 10_000, warmUp: 2000, rounds: 3, connections: 64 };
const QUICK: Plan = { messages: 20, warmUp: 5, rounds: 1, connections: 4 };
const UNPACED = { rate: { per_second: 100_000, per_recipient_seconds: 0 }, warmup: null };
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

/** Sends messages as fast as they are accepted, and counts what all of it takes until the last webhook has come. */
export async function measureLife(
  stage: Stage,
  quick: boolean,
): Promise<{ report: LifeReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const run = await openDeliveryStage(stage);
  try {
    await stage.daemon.api("POST", ENDPOINTS, {
      url: `${run.receiverUrl}/good/life`,
      filterTypes: ["message.status_update"],
    });
    await stage.daemon.api("PATCH", `/v1/channels/${stage.daemon.channelId}`, { settings: UNPACED });
    await sendAll(run, plan, plan.warmUp);
    const rounds: Life[] = [];
    for (let nth = 0; nth < plan.rounds; nth++) rounds.push(await measureRound(run, plan, quick));
    const report = {
      ...{ at: new Date().toISOString(), quick, messages: plan.messages, rounds },
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      targets: targetsOf(rounds),
    };
    return { report, text: show(report) };
  } finally {
    await run.close();
  }
}

async function measureRound(run: DeliveryStage, plan: Plan, quick: boolean): Promise<Life> {
  const sql = connect(run.stage.daemonDatabaseUrl, { max: 1 });
  try {
    const { pid } = run.stage.daemon;
    const before = await workSoFar(sql, [pid], !quick);
    // what happened while the counts were waited for is not a message's
    const from = { ...(await workSoFar(sql, [pid], false)), rows: before.rows };
    const seconds = await sendAll(run, plan, plan.messages);
    const done = between(from, await workSoFar(sql, [pid], !quick));
    return ofOne(done, plan.messages, seconds);
  } finally {
    await sql.end();
  }
}

/** Returns in how many seconds all of them came to their end. */
async function sendAll(run: DeliveryStage, { connections }: Plan, messages: number): Promise<number> {
  return (await carryAll(run, [run.stage.daemon], { connections, messages })).seconds;
}

function ofOne({ rows, ...work }: Work, messages: number, seconds: number): Life {
  const each = (total: number) => Math.round((total / messages) * 100) / 100;
  const sum = (of: (row: Rows) => number) => each(rows.reduce((total, row) => total + of(row), 0));
  return {
    perSecond: Math.round(messages / seconds),
    walBytes: Math.round(work.walBytes / messages),
    inserts: sum(({ inserted }) => inserted),
    updates: sum(({ updated }) => updated),
    hotUpdates: sum(({ hot }) => hot),
    deletes: sum(({ deleted }) => deleted),
    transactions: each(work.transactions),
    daemonMs: work.daemonMs === null ? null : each(work.daemonMs),
    postgresMs: work.postgresMs === null ? null : each(work.postgresMs),
    tables: rows.map(({ table, inserted, updated, hot, deleted }) => ({
      ...{ table, inserted: each(inserted), updated: each(updated), hot: each(hot), deleted: each(deleted) },
    })),
  };
}

function targetsOf(rounds: readonly Life[]): Target[] {
  const middle = (of: (life: Life) => number) => quantile(rounds.map(of), 0.5);
  const hotShare = ({ hotUpdates, updates }: Life) => rounded((hotUpdates / updates) * 100);
  return [
    atLeast(
      1000,
      "/s",
      "whole messages",
      middle(({ perSecond }) => perSecond),
    ),
    atMost(10, " KiB", "WAL of a whole message", rounded(middle(({ walBytes }) => walBytes) / 1024)),
    atMost(
      12,
      "",
      "rows inserted for a message",
      middle(({ inserts }) => inserts),
    ),
    atMost(
      6,
      "",
      "rows updated for a message",
      middle(({ updates }) => updates),
    ),
    atLeast(90, " %", "updates that write no index", middle(hotShare)),
    atMost(
      3,
      "",
      "rows deleted for a message",
      middle(({ deletes }) => deletes),
    ),
  ];
}

function show({ machine, messages, rounds, targets }: LifeReport): string {
  const milliseconds = (value: number | null) => (value === null ? "–" : `${value} ms`);
  return [
    machine,
    "",
    `${messages} messages a round, each with four webhooks; of one message:`,
    ...rounds.map((life, nth) =>
      [
        `  round ${nth + 1}: ${life.perSecond}/s, ${rounded(life.walBytes / 1024)} KiB of WAL, ${life.inserts} inserts,`,
        `${life.updates} updates (${life.hotUpdates} without index), ${life.deletes} deletes,`,
        `${life.transactions} transactions, daemon ${milliseconds(life.daemonMs)}, Postgres ${milliseconds(life.postgresMs)}`,
      ].join(" "),
    ),
    "",
    ...(rounds.at(-1)?.tables ?? []).map(
      (row) =>
        `  ${row.table.padEnd(24)}${row.inserted} in, ${row.updated} up (${row.hot} hot), ${row.deleted} out`,
    ),
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
