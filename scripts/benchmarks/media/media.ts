/** Files from the terminal to people's phones: byte for byte, how fast beside a bare copy, and with how much memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { atLeast, atMost, showTarget, type Target } from "../report.ts";
import { createSandboxClient, pairAll } from "../sessions/pairing.ts";
import { residentMegabytes, runProgram, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import type { BareCopy } from "./bare-copy.ts";
import { type GeneratedFile, generateFile } from "./file.ts";
import { type Sender, sendFile } from "./send.ts";

const MEGABYTE = 1024 ** 2;

type Plan = { document: number; video: number; rounds: number };

const FULL: Plan = { document: 100 * MEGABYTE, video: 16 * MEGABYTE, rounds: 5 };
const QUICK: Plan = { document: 6 * MEGABYTE, video: 5 * MEGABYTE, rounds: 1 };

/** One file from one kind of number. Rates are in MiB a second, without what a file of a few bytes takes. */
export type Sent = {
  platform: Sender["platform"];
  file: string;
  megabytes: number;
  /** Of the whole command, until the file is on the phone. */
  seconds: number;
  rate: number;
  bareRate: number;
  percentOfBare: number;
};

/** What the JSON holds. Memory is the daemon's, in MiB. */
export type MediaReport = {
  at: string;
  quick: boolean;
  machine: string;
  /** Seconds that a file of a few bytes takes, the start of the program included. */
  overhead: Record<Sender["platform"], number>;
  sent: Sent[];
  memory: { before: number; growth: number };
  targets: Target[];
};

/** Sends each file several times from both kinds of numbers. Throws when other bytes arrive. */
export async function measureMedia(
  stage: Stage,
  quick: boolean,
): Promise<{ report: MediaReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), "waypost-bench-media-"));
  try {
    const found = { at: new Date().toISOString(), quick, ...(await measureAll(stage, plan, folder)) };
    const report = { ...found, targets: targetsOf(found) };
    return { report, text: show(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(stage: Stage, plan: Plan, folder: string) {
  const sandbox = createSandboxClient(stage.sandboxUrl);
  const senders = await sendersOf(stage);
  const send = async (sender: Sender, as: GeneratedFile["as"], bytes: number) => {
    const file = await generateFile(join(folder, `${as}.bin`), as, bytes);
    const seconds = await sendFile(stage, sandbox, sender, file);
    const bare = await runProgram<{ seconds: number }>(
      "media/bare-copy.ts",
      bareCopyOf(stage, sender, file, folder),
    );
    return { seconds, bare: bare.seconds };
  };
  const repeated = async (sender: Sender, as: GeneratedFile["as"], bytes: number) => {
    const runs: { seconds: number; bare: number }[] = [];
    for (let round = 0; round < plan.rounds; round++) runs.push(await send(sender, as, bytes));
    const median = (name: "seconds" | "bare") =>
      quantile(
        runs.map((run) => run[name]),
        0.5,
      );
    return { seconds: median("seconds"), bare: median("bare") };
  };
  const small = new Map<Sender, { seconds: number; bare: number }>();
  for (const sender of senders) small.set(sender, await repeated(sender, "document", 1024));
  const before = residentMegabytes(stage.daemon.pid);
  const memory = watchMemory(stage.daemon.pid, 20);
  const sent: Sent[] = [];
  for (const sender of senders) {
    for (const as of ["document", "video"] as const) {
      const all = await repeated(sender, as, plan[as]);
      sent.push(comparison(sender, as, plan[as], all, small.get(sender) ?? { seconds: 0, bare: 0 }));
    }
  }
  const growth = rounded(Math.max(0, memory.stop() - before));
  const overhead = Object.fromEntries(
    senders.map((sender) => [sender.platform, hundredths(small.get(sender)?.seconds ?? 0)]),
  ) as MediaReport["overhead"];
  const machine = `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`;
  return { machine, overhead, sent, memory: { before, growth } };
}

function bareCopyOf(
  { sandboxUrl }: Stage,
  { platform }: Sender,
  { path, as }: GeneratedFile,
  folder: string,
): BareCopy {
  const mimeType = as === "video" ? "video/mp4" : "application/pdf";
  if (platform === "paired") return { path, folder, mimeType };
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const form = { url: `${sandboxUrl}/v23.0/${phoneNumber.id}/media`, token: accessToken };
  return { path, folder, mimeType, form };
}

async function sendersOf(stage: Stage): Promise<Sender[]> {
  const [paired] = await pairAll(stage, createSandboxClient(stage.sandboxUrl), 1);
  if (paired === undefined) throw new Error("nothing is paired");
  return [
    { platform: "official", channelId: stage.daemon.channelId },
    { platform: "paired", channelId: paired.channelId },
  ];
}

/** What the bytes beyond those of a small file take: the start of a program takes as long as some of them. */
function comparison(
  { platform }: Sender,
  file: string,
  bytes: number,
  all: { seconds: number; bare: number },
  small: { seconds: number; bare: number },
): Sent {
  const rateOf = (name: "seconds" | "bare") => bytes / MEGABYTE / Math.max(1e-3, all[name] - small[name]);
  const [rate, bareRate] = [rateOf("seconds"), rateOf("bare")];
  return {
    ...{ platform, file, megabytes: bytes / MEGABYTE, seconds: hundredths(all.seconds) },
    ...{
      rate: Math.round(rate),
      bareRate: Math.round(bareRate),
      percentOfBare: Math.round((100 * rate) / bareRate),
    },
  };
}

function targetsOf({ sent, memory }: Omit<MediaReport, "targets">): Target[] {
  return [
    ...sent.map(({ platform, file, percentOfBare }) =>
      atLeast(
        50,
        " %",
        `rate of a ${file} from numbers that are ${platform}, of a bare copy's`,
        percentOfBare,
      ),
    ),
    atMost(48, " MiB", "memory that files take", memory.growth),
  ];
}

function show({ machine, overhead, sent, memory, targets }: MediaReport): string {
  return [
    machine,
    "",
    `Small file  ${overhead.official} s from an official number, ${overhead.paired} s from a paired one`,
    ...sent.map(
      ({ platform, file, megabytes, seconds, rate, bareRate, percentOfBare }) =>
        `${`${platform} ${file}`.padEnd(18)}  ${megabytes} MiB in ${seconds} s: ${rate} MiB/s, a bare copy ${bareRate} MiB/s, ${percentOfBare} %`,
    ),
    `Memory      ${memory.before} MiB before, grown by at most ${memory.growth}`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}

/** Of seconds: to a hundredth. */
function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
