/** How long urgent messages take to be called while tens of thousands wait on their channel. */
import { cpus } from "node:os";
import { connect, type Sql } from "../../db/connection/client.ts";
import type { LoadOptions, LoadResult } from "./load/types.ts";
import { atMost, showTarget, type Target } from "./report.ts";
import { runProgram } from "./stage/process.ts";
import type { Stage } from "./stage/stage.ts";
import { quantile, rounded } from "./statistics.ts";

/** What the JSON holds; times in milliseconds. */
type PriorityReport = {
  at: string;
  quick: boolean;
  machine: string;
  waiting: number;
  perSecond: number;
  urgent: { messages: number; p50: number; p99: number; slowest: number };
  /** Calls of messages that waited, a second: before the urgent ones came, and while they did. */
  normal: { before: number; meanwhile: number };
  targets: Target[];
};

const FULL = { waiting: 50_000, urgent: 20, everyMs: 500 };
const QUICK = { waiting: 1500, urgent: 5, everyMs: 100 };
const PER_SECOND = 60;
const SETTINGS = { rate: { per_second: PER_SECOND, per_recipient_seconds: 0 } };
/** For so long the channel only sends what waits: its first burst is over then. */
const SETTLING_MS = 3000;

/** Lets messages wait on a channel, then sends urgent ones and measures how soon they were called. */
export async function measurePriority(
  stage: Stage,
  quick: boolean,
): Promise<{ report: PriorityReport; text: string }> {
  const { waiting, urgent: messages, everyMs } = quick ? QUICK : FULL;
  await stage.daemon.api("PATCH", `/v1/channels/${stage.daemon.channelId}`, { settings: SETTINGS });
  await enqueue(stage, waiting);
  await Bun.sleep(SETTLING_MS);
  const sql = connect(stage.daemonDatabaseUrl, { max: 1 });
  try {
    const begin = new Date();
    const ids = await sendUrgent(stage, messages, everyMs);
    const waits = await waitsOf(sql, ids);
    const end = new Date();
    const normal = {
      before: await normalCalls(sql, new Date(begin.getTime() - SETTLING_MS / 2), begin),
      meanwhile: await normalCalls(sql, begin, end),
    };
    return reported(quick, waiting, waits, normal);
  } finally {
    await sql.end();
  }
}

function reported(quick: boolean, waiting: number, waits: number[], normal: PriorityReport["normal"]) {
  const urgent = {
    messages: waits.length,
    p50: rounded(quantile(waits, 0.5)),
    p99: rounded(quantile(waits, 0.99)),
    slowest: rounded(Math.max(...waits)),
  };
  const targets = [atMost(2000, " ms", "the slowest urgent message, until it is called", urgent.slowest)];
  const machine = `${cpus().length} processors, Bun ${Bun.version}`;
  const at = new Date().toISOString();
  const report = { at, quick, machine, waiting, perSecond: PER_SECOND, urgent, normal, targets };
  return { report, text: show(report) };
}

function show({ waiting, perSecond, urgent, normal, targets }: PriorityReport): string {
  return [
    `${waiting} messages wait on a channel that sends ${perSecond}/s; then come ${urgent.messages} urgent ones`,
    `until an urgent one is called: ${urgent.p50} / ${urgent.p99} ms (p50 / p99), ${urgent.slowest} ms at most`,
    `calls of those that wait: ${normal.before}/s before, ${normal.meanwhile}/s meanwhile`,
    ...targets.map(showTarget),
  ].join("\n");
}

async function enqueue({ daemon }: Stage, requests: number): Promise<void> {
  const { url, key, channelId } = daemon;
  const options: LoadOptions = {
    ...{ url, key, channelId, connections: 64, warmUpSeconds: 0, seconds: 600 },
    ...{ requests, scheduledAt: null },
  };
  const { refusal } = await runProgram<LoadResult>("load/load.ts", options);
  if (refusal !== null) throw new Error(`a message was refused: ${refusal}`);
}

/** Sends urgent messages to as many people, one after another; returns their ids. */
async function sendUrgent({ daemon }: Stage, messages: number, everyMs: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < messages; n++) {
    const { id } = await daemon.api<{ id: string }>("POST", "/v1/messages", {
      channel_id: daemon.channelId,
      to: `1415556${String(n).padStart(4, "0")}`,
      type: "text",
      content: { body: "481902" },
      priority: "high",
    });
    ids.push(id);
    await Bun.sleep(everyMs);
  }
  return ids;
}

/** From when each message was accepted until its call began, once all were called. */
async function waitsOf(sql: Sql, ids: string[]): Promise<number[]> {
  const giveUpAt = Date.now() + 60_000;
  while (true) {
    const rows = await sql<{ wait: number }[]>`
      select extract(epoch from attempted.started_at - message.created_at)::float * 1000 as wait
      from message_attempts as attempted
      join messages as message on message.id = attempted.message_id
      where attempted.message_id = any (${ids}::uuid[]) and attempted.attempt = 1`;
    if (rows.length === ids.length) return rows.map(({ wait }) => wait);
    if (Date.now() > giveUpAt)
      throw new Error(`only ${rows.length} of ${ids.length} urgent messages were called`);
    await Bun.sleep(200);
  }
}

/** Calls of messages that are not urgent, a second. */
async function normalCalls(sql: Sql, from: Date, to: Date): Promise<number> {
  const [row] = await sql<{ calls: number }[]>`
    select count(*) as calls from message_attempts as attempted
    join messages as message on message.id = attempted.message_id
    where attempted.started_at >= ${from} and attempted.started_at < ${to} and message.priority is null`;
  return rounded((row?.calls ?? 0) / ((to.getTime() - from.getTime()) / 1000));
}
