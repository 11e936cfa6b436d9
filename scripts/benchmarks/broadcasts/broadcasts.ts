/** A broadcast to 100,000 people: how fast, with how much memory, whether each got it once, and what sends notice of it. */
import { cpus } from "node:os";
import { connect, type Sql } from "../../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "../report.ts";
import { residentMegabytes, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import { type Accepting, type AcceptPlan, measureAccept } from "./accept.ts";
import { type Broadcast, countTwice, draft, makePeople, previewAll, setPace, sumOf } from "./people.ts";
import { proveBroadcast } from "./proof.ts";

type Plan = { people: number; accept: AcceptPlan };

const FULL: AcceptPlan = { rounds: 3, seconds: 8, connections: 16 };
const QUICK: Plan = { people: 300, accept: { rounds: 1, seconds: 0.3, connections: 4 } };

export type BroadcastReport = {
  at: string;
  quick: boolean;
  machine: string;
  people: number;
  /** Seconds of the preview, until the audience was written, and until everybody's message was handed over. */
  seconds: { preview: number; audience: number; all: number };
  /** The daemon's memory in MiB: before, the most during one to a tenth of the people, and during this one, with means. */
  memory: { idle: number; few: number; all: number; growth: number; tenths: number[] };
  /** Messages to one person beyond the first. */
  twice: number;
  accept: Accepting;
  targets: Target[];
};

/** Measures everything about broadcasts. Throws when the counts don't add up to the audience. */
export async function measureBroadcasts(
  stage: Stage,
  quick: boolean,
  _open: unknown,
  { kills, people }: { kills: number; people: number },
): Promise<{ report: object; text: string }> {
  if (kills > 0) return await proveBroadcast(stage, quick, kills, people);
  const plan = quick ? QUICK : { people, accept: FULL };
  const sql = connect(stage.daemonDatabaseUrl, { max: 2, statementTimeoutMs: 0 });
  try {
    await setPace(stage, 100_000);
    await makePeople(sql, plan.people);
    const idle = residentMegabytes(stage.daemon.pid);
    const fewer = watchMemory(stage.daemon.pid);
    await send(stage, sql, { limit: { people: Math.ceil(plan.people / 10) } });
    const few = fewer.stop();
    const memory = watchMemory(stage.daemon.pid);
    const { id, ...seconds } = await send(stage, sql, {});
    const all = memory.stop();
    const twice = await countTwice(sql, id);
    const accept = await measureAccept(stage, sql, plan.accept);
    const found = {
      ...{ at: new Date().toISOString(), quick, people: plan.people, seconds, twice, accept },
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      memory: { idle, few, all, growth: rounded(Math.max(0, all - few)), tenths: memory.tenths() },
    };
    const report = { ...found, targets: targetsOf(found) };
    return { report, text: show(report) };
  } finally {
    await sql.end();
  }
}

/** Sends a broadcast to its end, and compares its counts with its audience. */
async function send(stage: Stage, sql: Sql, more: object) {
  const { daemon } = stage;
  const startedAt = performance.now();
  await previewAll(stage, "/v1/broadcasts/preview", draft(stage, more));
  const preview = since(startedAt);
  const { id } = await daemon.api<Broadcast>("POST", "/v1/broadcasts", draft(stage, more));
  const begunAt = performance.now();
  await daemon.api("POST", `/v1/broadcasts/${id}/start`, {});
  while ((await sql`select from broadcasts where id = ${id} and audience_written_at is null`).length > 0)
    await Bun.sleep(50);
  const audience = since(begunAt);
  const { counts } = await untilCompleted(stage, id);
  if (sumOf(counts) !== counts.audience)
    throw new Error(`the counts don't add up: ${JSON.stringify(counts)}`);
  return { id, preview, audience, all: since(begunAt) };
}

async function untilCompleted({ daemon }: Stage, id: string): Promise<Broadcast> {
  while (true) {
    const broadcast = await daemon.api<Broadcast>("GET", `/v1/broadcasts/${id}`);
    if (broadcast.status !== "running") return broadcast;
    await Bun.sleep(1000);
  }
}

function since(startedAt: number): number {
  return rounded((performance.now() - startedAt) / 1000);
}

function targetsOf({ memory, twice, accept }: Omit<BroadcastReport, "targets">): Target[] {
  return [
    atMost(0, "", "people who got it twice", twice),
    atMost(32, " MiB", "memory beyond that of a broadcast to a tenth of the people", memory.growth),
    atMost(
      1.5,
      " times",
      "p99 of accepting while an audience is written, of that without",
      accept.timesWriting,
    ),
    atMost(1.5, " times", "p99 of accepting while a broadcast sends, of that without", accept.timesSending),
  ];
}

function show({ machine, people, seconds, memory, accept, targets }: BroadcastReport): string {
  const { preview, audience, all } = seconds;
  return [
    machine,
    "",
    `Broadcast   ${people} people: preview ${preview} s, audience written in ${audience} s, everybody written to in ${all} s: ${Math.round(people / all)}/s`,
    `Memory      ${memory.idle} MiB idle, at most ${memory.few} while a tenth of the people are written to, ${memory.all} while all are`,
    `            on the average of each tenth of its time: ${memory.tenths.join(", ")} MiB`,
    `Accept p99  ${accept.connections} connections: ${accept.alone} ms alone, ${accept.writing} ms while an audience is written, ${accept.sending} ms while it sends`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
