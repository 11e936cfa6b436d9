/** `./scripts/bench`: measures the daemon on this machine, all that is usual or one of the measurements below. */
import { mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, resolve } from "node:path";
import { type AcceptPlan, measureAccept, measureWhileSending } from "./accept.ts";
import { measureBroadcasts } from "./broadcasts/broadcasts.ts";
import { measureEndToEnd } from "./end-to-end.ts";
import { measureHostile } from "./hostile/hostile.ts";
import { measureIdle } from "./idle.ts";
import { measureLife } from "./life.ts";
import { loadBefore, loadNow, MachineBusyError, showLoad } from "./machine-load.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import { type Report, show, targetsOf } from "./report.ts";
import { measureScale } from "./scale/scale.ts";
import { measureSends, measureSendsTold } from "./sends.ts";
import { measureSessions } from "./sessions/sessions.ts";
import { measureSoak } from "./sessions/soak.ts";
import type { Whose } from "./stage/postgres.ts";
import { residentMegabytes, watchMemory } from "./stage/process.ts";
import { type OpenStage, openStage, type Stage } from "./stage/stage.ts";
import { measureWebhooks } from "./webhooks/webhooks.ts";

type Plan = {
  idleSeconds: number;
  messages: number;
  warmUp: number;
  sends: number;
  leadSeconds: number;
  accept: AcceptPlan;
};

const FULL: Plan = {
  idleSeconds: 20,
  messages: 400,
  warmUp: 50,
  sends: 10_000,
  leadSeconds: 15,
  accept: { connections: [1, 16, 64, 256, 1024], warmUpSeconds: 1, seconds: 2, rounds: 3 },
};
const QUICK: Plan = {
  idleSeconds: 1,
  messages: 3,
  warmUp: 1,
  sends: 50,
  leadSeconds: 3,
  accept: { connections: [1, 64], warmUpSeconds: 0, seconds: 0.1, rounds: 1 },
};

type Size = Pick<BenchOptions, "minutes" | "kills" | "people" | "scale"> & { whose: Whose };
type Measure = (
  stage: Stage,
  quick: boolean,
  open: OpenStage,
  size: Size,
) => Promise<{ report: object; text: string }>;

/** What can be measured: what it is about, and how. */
const MEASUREMENTS: Record<string, [about: string, measure: Measure]> = {
  all: ["memory when idle, from request to webhook, sending, accepting", measureAll],
  webhooks: ["delivering events, at 200 a second for five minutes (--minutes)", measureWebhooks],
  sessions: ["many paired numbers", measureSessions],
  soak: [
    "paired numbers that talk for 36 minutes (--minutes) while everything goes wrong that they survive",
    measureSoak,
  ],
  idle: ["what a daemon does that has nothing to do", measureIdle],
  life: ["what a message costs through its whole life: rows, WAL, processor time", measureLife],
  hostile: ["health among hostile clients", measureHostile],
  scale: ["what a message costs with more daemons (--daemons) and with more stored (--stored)", measureScale],
  broadcasts: [
    "a broadcast to 100,000 people (--people); with --kills, by two daemons that are killed so often",
    measureBroadcasts,
  ],
};

const { name, options } = readOptions(
  Object.fromEntries(Object.entries(MEASUREMENTS).map(([known, [about]]) => [known, about])),
);
const interrupted = Promise.withResolvers<never>();
// a signal while the stage is set up is heeded once it stands, and can be put away
interrupted.promise.catch(() => {});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.reject(new Error(`ended by ${signal}`)));
}

const { quick = false } = options;
const [, measure] = MEASUREMENTS[name] ?? [];
if (measure === undefined) throw new Error(`there is no measurement ${name}`);
const stages: Promise<Stage>[] = [];
try {
  // a quick run reports nothing of worth
  const forced = options.force === true || quick;
  const before = loadBefore(forced);
  const whose = whosePostgres();
  const measuring = measure(await open(whose), quick, open, { ...options, whose });
  const { report, text } = await Promise.race([measuring, interrupted.promise]);
  const path = resolve(options.out);
  const load = { before, after: loadNow(), forced };
  mkdirSync(dirname(path), { recursive: true });
  await Bun.write(path, `${JSON.stringify({ ...report, load }, null, 2)}\n`);
  process.stdout.write(`${text}\n${showLoad(load)}\nWritten to ${path}\n`);
} catch (cause) {
  if (!(cause instanceof MachineBusyError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
} finally {
  for (const stage of await Promise.allSettled(stages))
    if (stage.status === "fulfilled") await stage.value.close();
}
process.exit();

/** Whatever is opened is closed at the end, a signal's too. */
function open(whose: Whose): Promise<Stage> {
  const stage = openStage(whose, options.programs);
  stages.push(stage);
  return stage;
}

function whosePostgres(): Whose {
  const url = process.env.DATABASE_URL;
  return url ? { url } : "embedded";
}

/** The daemon is new when its idle memory is measured, and has the most rows when it accepts. */
async function measureAll(stage: Stage, quick: boolean): Promise<{ report: Report; text: string }> {
  const plan = quick ? QUICK : FULL;
  const { pid } = stage.daemon;
  await Bun.sleep(plan.idleSeconds * 1000);
  const idle = residentMegabytes(pid);
  const endToEnd = await measureEndToEnd(stage, plan.messages, plan.warmUp);

  const sending = watchMemory(pid);
  const sends = await measureSends(stage, plan.sends, plan.leadSeconds);
  const sendsTold = await measureSendsTold(stage, plan.sends, plan.leadSeconds);
  const peakSending = sending.stop();

  const accepting = watchMemory(pid);
  const accept = await measureAccept(stage, plan.accept);
  const whileSending = await measureWhileSending(stage, 64, plan.accept);
  const found = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    accept,
    acceptWhileSending: { connections: 64, ...whileSending },
    sends,
    sendsTold,
    endToEnd,
    memory: { idle, peakSending, peakAccepting: accepting.stop() },
  };
  const report = { ...found, targets: targetsOf(found) };
  return { report, text: show(report) };
}
