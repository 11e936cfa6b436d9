/**
 * Paired numbers under mixed traffic while everything goes wrong that a number survives: nothing is to be lost or
 * doubled, and memory is to stay flat. Six hours of a customer's traffic at ten times its pace take 36 minutes.
 */
import { cpus } from "node:os";
import { connect } from "../../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "../report.ts";
import { residentMegabytes } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import {
  createSandboxClient,
  type Paired,
  pairAll,
  type SandboxClient,
  untilAllConnected,
} from "./pairing.ts";

/** Each second, one of so many numbers writes and is written to; faults come after so many seconds. */
type Plan = { numbers: number; oneOf: number; faultEvery: number; warmUpSeconds: number };

/** What the JSON holds. Memory is the daemon's, in MiB: the mean of each sixth of the time. */
export type SoakReport = {
  at: string;
  quick: boolean;
  machine: string;
  numbers: number;
  minutes: number;
  sent: number;
  received: number;
  faults: Record<string, number>;
  restarts: number;
  lost: number;
  doubled: number;
  failed: number;
  memory: { hours: number[]; growthPercent: number };
  targets: Target[];
};

const FULL: Plan = { numbers: 50, oneOf: 2, faultEvery: 2, warmUpSeconds: 120 };
const QUICK: Plan = { numbers: 3, oneOf: 1, faultEvery: 2, warmUpSeconds: 1 };
const QUICK_MINUTES = 0.15;
/** Six hours of a customer's traffic. */
const FULL_MINUTES = 36;
const HOURS = 6;
/** After the last that arrived. */
const LONGEST_WAIT_MS = 120_000;
/** What a number goes on after by itself, and where it happens. */
const FAULTS = [
  ...["drop", "428", "500", "503", "515"].map((fault) => ({ fault, at: "now" })),
  { fault: "freeze", at: "now" },
  { fault: "refuse", at: "upgrade" },
  { fault: "drop", at: "login" },
  ...["no_ack", "lost", "slow_ack", "ack_429", "ack_479"].map((fault) => ({ fault, at: "message" })),
];

type Counts = { distinct: number };
type Run = { stage: Stage; sandbox: SandboxClient; paired: readonly Paired[]; plan: Plan };
type Tally = { sent: number; received: number; faults: Record<string, number>; restarts: number };

/** Runs for so many minutes, or for a few seconds when it is quick. */
export async function measureSoak(
  stage: Stage,
  quick: boolean,
  _open: unknown,
  { minutes: wanted = FULL_MINUTES }: { minutes?: number },
): Promise<{ report: SoakReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const minutes = quick ? QUICK_MINUTES : wanted;
  const sandbox = createSandboxClient(stage.sandboxUrl);
  const paired = await pairAll(stage, sandbox, plan.numbers);
  const run: Run = { stage, sandbox, paired, plan };
  const tally: Tally = { sent: 0, received: 0, faults: {}, restarts: 0 };
  await exchange(run, tally, paired);
  await restart(run, tally);
  // what is compiled and cached once is, before anything is compared, and one daemon lives through all that is
  await talk(run, tally, plan.warmUpSeconds);
  const memory = await talk(run, tally, minutes * 60);
  await exchange(run, tally, paired);
  await restart(run, tally);
  await sandbox("DELETE", "faults");
  await untilAllConnected(stage, [...paired]);
  const report = {
    ...(await settled(run, tally)),
    ...described(plan, quick, minutes),
    memory: inHours(memory),
  };
  const whole = { ...report, targets: targetsOf(report) };
  return { report: whole, text: show(whole) };
}

/** Lets the numbers talk, and things go wrong; returns the daemon's memory in each second. */
async function talk(run: Run, tally: Tally, seconds: number): Promise<number[]> {
  const { stage, paired, plan } = run;
  const memory: number[] = [];
  const endAt = Date.now() + seconds * 1000;
  for (let round = 1; Date.now() < endAt; round++) {
    const next = Bun.sleep(1000);
    const those = paired.filter((_, index) => index % plan.oneOf === round % plan.oneOf);
    await exchange(run, tally, those);
    if (round % plan.faultEvery === 0) await cause(run, tally);
    memory.push(residentMegabytes(stage.daemon.pid));
    await next;
  }
  return memory;
}

function described({ numbers }: Plan, quick: boolean, minutes: number) {
  const machine = `${cpus().length} processors, Bun ${Bun.version}`;
  return { at: new Date().toISOString(), quick, machine, numbers, minutes };
}

/** Each of the numbers writes to its customer, and its customer to it. */
async function exchange({ stage, sandbox }: Run, tally: Tally, numbers: readonly Paired[]): Promise<void> {
  const messages = numbers.map(({ channelId, number }) => ({
    ...{ channel_id: channelId, to: customerOf(number), type: "text" },
    content: { body: `message ${tally.sent}` },
  }));
  const answers = numbers.map(({ number }) =>
    sandbox("POST", `phones/${customerOf(number)}/messages`, {
      ...{ to: number, content: { body: `answer ${tally.received}` } },
    }),
  );
  await Promise.all([stage.daemon.api("POST", "/v1/messages/batch", { messages }), ...answers]);
  tally.sent += messages.length;
  tally.received += answers.length;
}

/** The next fault happens to one of the numbers. */
async function cause({ sandbox, paired }: Run, { faults }: Tally): Promise<void> {
  const happened = Object.values(faults).reduce((sum, count) => sum + count, 0);
  const { fault, at } = FAULTS[happened % FAULTS.length] ?? { fault: "drop", at: "now" };
  const number = paired[(happened * 7) % paired.length]?.number;
  // before a login nobody knows whose connection it is
  await sandbox("POST", "faults", { fault, at, times: 1, ...(at === "upgrade" ? {} : { number }) });
  const name = `${fault} at ${at}`;
  faults[name] = (faults[name] ?? 0) + 1;
}

async function restart({ stage }: Run, tally: Tally): Promise<void> {
  await stage.restartDaemon();
  tally.restarts += 1;
}

/** Waits for everything that is on its way, and counts both sides. */
async function settled({ stage, sandbox }: Run, tally: Tally) {
  const total = tally.sent + tally.received;
  const seen = async () => ({
    phones: (await sandbox<Counts>("GET", "people/counts")).distinct,
    ...(await recorded(stage)),
  });
  let found = await seen();
  let giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while ((found.phones < total || found.inbound < tally.received) && Date.now() < giveUpAt) {
    await Bun.sleep(500);
    const next = await seen();
    // on a busy machine, much may still be on its way
    if (next.phones > found.phones || next.inbound > found.inbound) giveUpAt = Date.now() + LONGEST_WAIT_MS;
    found = next;
  }
  const missing = Math.max(0, total - found.phones) + Math.max(0, tally.received - found.inbound);
  const more = Math.max(0, found.phones - total) + Math.max(0, found.inbound - tally.received);
  return { ...tally, lost: missing, doubled: more, failed: found.failed };
}

async function recorded({ daemonDatabaseUrl }: Stage): Promise<{ inbound: number; failed: number }> {
  const sql = connect(daemonDatabaseUrl, { max: 1 });
  try {
    const [row] = await sql<{ inbound: number; failed: number }[]>`
      select count(*) filter (where direction = 'inbound')::int as inbound,
        count(*) filter (where status = 'failed')::int as failed
      from messages`;
    return row ?? { inbound: 0, failed: 0 };
  } finally {
    await sql.end();
  }
}

/** The mean of each hour that the time stands for, and how much the last is above the first. */
function inHours(samples: readonly number[]): SoakReport["memory"] {
  const each = Math.max(1, Math.floor(samples.length / HOURS));
  const hours = Array.from({ length: HOURS }, (_, hour) => {
    const within = samples.slice(hour * each, (hour + 1) * each);
    return rounded(within.reduce((sum, one) => sum + one, 0) / Math.max(1, within.length));
  });
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  return { hours, growthPercent: rounded(first === 0 ? 0 : ((last - first) / first) * 100) };
}

function targetsOf({ lost, doubled, failed, memory }: Omit<SoakReport, "targets">): Target[] {
  return [
    atMost(0, "", "messages lost", lost),
    atMost(0, "", "messages doubled", doubled),
    atMost(0, "", "messages failed", failed),
    atMost(5, " %", "memory of the last hour above that of the first", memory.growthPercent),
  ];
}

function customerOf(number: string): string {
  return number.replace(/^15557/, "14157");
}

function show({ machine, numbers, minutes, sent, received, faults, restarts, memory, targets }: SoakReport) {
  const happened = Object.entries(faults).map(([name, count]) => `${count} ${name}`);
  return [
    machine,
    "",
    `${numbers} numbers for ${minutes} minutes: ${sent} out and ${received} in, ${restarts} restarts`,
    `Faults      ${happened.join(", ")}`,
    `Memory      ${memory.hours.join(", ")} MiB in each sixth of the time`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
