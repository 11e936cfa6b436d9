/**
 * Measures the daemon on this machine: all that is usual, or what is named of the measurements below. Prints a table
 * and writes JSON. A target that is missed is said to be; the exit code is 0 all the same. `--stock` takes Debian's
 * Postgres in place of the embedded one, `--programs` the executables of a folder in place of the source, `--force`
 * measures on a machine that has other work, too.
 */
import { mkdirSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../lib/run.ts";
import { type AcceptPlan, measureAccept, measureWhileSending } from "./accept.ts";
import { measureBig } from "./big/big.ts";
import { measureBroadcasts } from "./broadcasts/broadcasts.ts";
import { measureContacts } from "./contacts.ts";
import { measureEndToEnd } from "./end-to-end.ts";
import { measureHostile } from "./hostile/hostile.ts";
import { measureIdle } from "./idle.ts";
import { measureImports } from "./imports/imports.ts";
import { measureLife } from "./life.ts";
import { measureLogins } from "./logins.ts";
import { loadBefore, loadNow, MachineBusyError, showLoad } from "./machine-load.ts";
import { measureMedia } from "./media/media.ts";
import { measurePriority } from "./priority.ts";
import { type Report, show, targetsOf } from "./report.ts";
import { measureScale } from "./scale/scale.ts";
import { type ScaleSizes, scaleSizes } from "./scale/sizes.ts";
import { measureSends } from "./sends.ts";
import { measureHistory } from "./sessions/history.ts";
import { measureSessions } from "./sessions/sessions.ts";
import { measureSoak } from "./sessions/soak.ts";
import type { Whose } from "./stage/postgres.ts";
import { residentMegabytes, watchMemory } from "./stage/process.ts";
import { type OpenStage, openStage, type Stage } from "./stage/stage.ts";
import { StockMissingError } from "./stage/stock-postgres.ts";
import { measureStartup } from "./startup/startup.ts";
import { measureSteady } from "./steady.ts";
import { measureStock } from "./stock.ts";
import { measureWebhooks } from "./webhooks/webhooks.ts";

type Plan = { idleSeconds: number; messages: number; sends: number; leadSeconds: number; accept: AcceptPlan };

const FULL: Plan = {
  idleSeconds: 20,
  messages: 200,
  sends: 10_000,
  leadSeconds: 15,
  accept: { connections: [1, 16, 64, 256, 1024], warmUpSeconds: 1, seconds: 2, rounds: 3 },
};
const QUICK: Plan = {
  idleSeconds: 1,
  messages: 3,
  sends: 50,
  leadSeconds: 3,
  accept: { connections: [1, 64], warmUpSeconds: 0, seconds: 0.1, rounds: 1 },
};

const MEASUREMENTS: Record<
  string,
  (
    stage: Stage,
    quick: boolean,
    open: OpenStage,
    size: {
      messages: number;
      minutes: number;
      kills: number;
      people: number;
      scale: ScaleSizes;
      whose: Whose;
      programs: string | undefined;
    },
  ) => Promise<{ report: object; text: string }>
> = {
  /** Memory when idle, from request to webhook, sending, accepting. */
  all: measureAll,
  /** Delivering events. */
  webhooks: measureWebhooks,
  /** Searches among a million contacts. */
  contacts: measureContacts,
  /** Many paired numbers. */
  sessions: measureSessions,
  /** A number that is paired with a phone of many messages. */
  history: measureHistory,
  /** Paired numbers that talk for 36 minutes (`--minutes`) while everything goes wrong that they survive. */
  soak: measureSoak,
  /** Importing a million contacts. */
  imports: measureImports,
  /** What a daemon does that has nothing to do. */
  idle: measureIdle,
  /** What a message costs through its whole life: rows, WAL, processor time. */
  life: measureLife,
  /** Whether wrong logins tell who is a user. */
  logins: measureLogins,
  /** Health among hostile clients. */
  hostile: measureHostile,
  /** How long the executables take to start. */
  startup: measureStartup,
  /** Ten minutes of a customer's traffic. */
  steady: measureSteady,
  /** The same on Debian's Postgres, beside the embedded one. */
  stock: measureStock,
  /** What millions of messages (`--messages`) make slower than empty tables. */
  big: measureBig,
  /** What a message costs with more daemons (`--daemons`) and with more stored (`--stored`). */
  scale: measureScale,
  /** How soon urgent messages are called while 50,000 wait. */
  priority: measurePriority,
  /** Files from the terminal to people's phones, beside a bare copy of the same bytes. */
  media: measureMedia,
  /** A broadcast to 100,000 people (`--people`); with `--kills`, by two daemons that are killed so often. */
  broadcasts: measureBroadcasts,
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: join(ROOT, "dist", "bench.json") },
    quick: { type: "boolean", default: false },
    force: { type: "boolean", default: false },
    stock: { type: "boolean", default: false },
    messages: { type: "string", default: "10000000" },
    minutes: { type: "string", default: "36" },
    kills: { type: "string", default: "0" },
    people: { type: "string", default: "100000" },
    daemons: { type: "string", default: "1,2,4" },
    stored: { type: "string", default: "0,1m,10m" },
    "fill-minutes": { type: "string", default: "15" },
    "fill-gigabytes": { type: "string", default: "45" },
    programs: { type: "string" },
  },
});
const interrupted = Promise.withResolvers<never>();
// a signal while the stage is set up is heeded once it stands, and can be put away
interrupted.promise.catch(() => {});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.reject(new Error(`ended by ${signal}`)));
}

const { programs } = options;
const messages = Number(options.messages);
if (!Number.isInteger(messages) || messages < 1000)
  throw new Error("--messages takes a whole number from 1000 on");
const minutes = Number(options.minutes);
if (!(minutes > 0)) throw new Error("--minutes takes a number above 0");
const kills = Number(options.kills);
if (!Number.isInteger(kills) || kills < 0) throw new Error("--kills takes a whole number");
const people = Number(options.people);
if (!Number.isInteger(people) || people < 100) throw new Error("--people takes a whole number from 100 on");
const scale = scaleSizes(options);
const measure = MEASUREMENTS[positionals[0] ?? "all"];
if (measure === undefined) throw new Error(`measure one of ${Object.keys(MEASUREMENTS).join(", ")}`);
const stages: Promise<Stage>[] = [];
try {
  // a quick run reports nothing of worth
  const forced = options.force || options.quick;
  const before = loadBefore(forced);
  const whose = whosePostgres();
  const measuring = measure(await open(whose), options.quick, open, {
    messages,
    minutes,
    kills,
    people,
    scale,
    whose,
    programs,
  });
  const { report, text } = await Promise.race([measuring, interrupted.promise]);
  const path = resolve(options.out);
  const load = { before, after: loadNow(), forced };
  mkdirSync(dirname(path), { recursive: true });
  await Bun.write(path, `${JSON.stringify({ ...report, load }, null, 2)}\n`);
  process.stdout.write(`${text}\n${showLoad(load)}\nWritten to ${path}\n`);
} catch (cause) {
  if (!(cause instanceof StockMissingError || cause instanceof MachineBusyError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
} finally {
  for (const stage of await Promise.allSettled(stages))
    if (stage.status === "fulfilled") await stage.value.close();
}
process.exit();

/** Whatever is opened is closed at the end, a signal's too. */
function open(whose: Whose): Promise<Stage> {
  const stage = openStage(whose, programs);
  stages.push(stage);
  return stage;
}

function whosePostgres(): Whose {
  if (options.stock) return "stock";
  const url = process.env.DATABASE_URL;
  return url ? { url } : "embedded";
}

/** The daemon is new when its idle memory is measured, and has the most rows when it accepts. */
async function measureAll(stage: Stage, quick: boolean): Promise<{ report: Report; text: string }> {
  const plan = quick ? QUICK : FULL;
  const { pid } = stage.daemon;
  await Bun.sleep(plan.idleSeconds * 1000);
  const idle = residentMegabytes(pid);
  const endToEnd = await measureEndToEnd(stage, plan.messages);

  const sending = watchMemory(pid);
  const sends = await measureSends(stage, plan.sends, plan.leadSeconds);
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
    endToEnd,
    memory: { idle, peakSending, peakAccepting: accepting.stop() },
  };
  const report = { ...found, targets: targetsOf(found) };
  return { report, text: show(report) };
}
