/** How long the executables take to start: `--version` beside `true`, `send` beside `curl` of the same request. */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compile } from "../../lib/compile.ts";
import { ROOT } from "../../lib/run.ts";
import { atMost, showTarget, type Target } from "../report.ts";
import { runProgram } from "../stage/process.ts";
import type { OpenStage, Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import type { StartupOptions, StartupRuns } from "./runs.ts";

/** Milliseconds, and MiB at most. */
type Row = { least: number; p50: number; p99: number; memory: number };

/** What the JSON holds. Ratios are of medians. */
export type StartupReport = {
  at: string;
  quick: boolean;
  machine: string;
  runs: number;
  rows: Record<Name, Row>;
  ratios: { versionToTrue: number; versionToSource: number; sendToCurl: number; sendToSource: number };
  targets: Target[];
};

/** What is run, as the table names it. */
const LABELS = {
  true: "true",
  version: "waypost --version",
  versionFromSource: "  from source",
  daemonVersion: "waypostd --version",
  daemonVersionFromSource: "  from source",
  curl: "curl of a message",
  send: "waypost send of the same",
  sendFromSource: "  from source",
};
type Name = keyof typeof LABELS;

const FULL = 100;
const QUICK = 3;
const VERSION_MS = 60;
const SEND_MS = 250;

/** Compiles the programs anew, unless `programs` is a folder that has them, and runs them beside their source and beside what they are compared with. */
export async function measureStartup(
  stage: Stage,
  quick: boolean,
  _open: OpenStage,
  { programs }: { programs?: string | undefined },
): Promise<{ report: StartupReport; text: string }> {
  if (Bun.which("curl") === null) throw new Error("curl is needed to compare with");
  const folder = mkdtempSync(join(tmpdir(), "waypost-startup-"));
  try {
    if (programs === undefined) await compileInto(folder);
    const options = planOf(stage, folder, resolve(programs ?? folder), quick ? QUICK : FULL);
    const found = await runProgram<StartupRuns>("startup/runs.ts", options);
    return reportOf(stage, quick, options.runs, found);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compileInto(folder: string): Promise<void> {
  await compile(join(ROOT, "cli/main.ts"), join(folder, "waypost"));
  await compile(join(ROOT, "daemon/main.ts"), join(folder, "waypostd"));
}

function planOf({ daemon }: Stage, home: string, programs: string, runs: number): StartupOptions {
  const [compiled, source] = [join(programs, "waypost"), fromSource("cli/main.ts")];
  const send = ["send", "--channel", daemon.channelId, "--to", "14155550100", "--text", "Hello"];
  return {
    runs,
    environment: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      WAYPOST_URL: daemon.url,
      WAYPOST_API_KEY: daemon.key,
    },
    commands: {
      true: ["true"],
      version: [compiled, "--version"],
      versionFromSource: [...source, "--version"],
      daemonVersion: [join(programs, "waypostd"), "--version"],
      daemonVersionFromSource: [...fromSource("daemon/main.ts"), "--version"],
      curl: curl(daemon),
      send: [compiled, ...send],
      sendFromSource: [...source, ...send],
    } satisfies Record<Name, string[]>,
  };
}

function fromSource(entry: string): string[] {
  return [process.execPath, "--no-env-file", join(ROOT, entry)];
}

/** The request that `waypost send` makes. */
function curl({ url, key, channelId }: Stage["daemon"]): string[] {
  const content = { body: "Hello" };
  const body = { channel_id: channelId, to: "14155550100", type: "text", content };
  return [
    ...["curl", "--silent", "--show-error", "--fail", "--header", `x-api-key: ${key}`],
    ...["--header", "content-type: application/json", "--header", "idempotency-key: {id}"],
    ...["--data", JSON.stringify(body), `${url}/v1/messages`],
  ];
}

function reportOf(stage: Stage, quick: boolean, runs: number, found: StartupRuns) {
  const rows = Object.fromEntries(Object.entries(found).map(([name, row]) => [name, rowOf(row)])) as Record<
    Name,
    Row
  >;
  const ratio = (one: Name, other: Name) => rounded(rows[one].p50 / rows[other].p50);
  const overCurl = rounded(rows.send.p50 - rows.curl.p50);
  const report: StartupReport = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    runs,
    rows,
    ratios: {
      versionToTrue: ratio("version", "true"),
      versionToSource: ratio("version", "versionFromSource"),
      sendToCurl: ratio("send", "curl"),
      sendToSource: ratio("send", "sendFromSource"),
    },
    targets: [
      atMost(VERSION_MS, " ms", "waypost --version, p50", rows.version.p50),
      atMost(SEND_MS, " ms", "waypost send over curl of the same request, p50", overCurl),
    ],
  };
  return { report, text: textOf(report) };
}

function rowOf({ times, memory }: StartupRuns[string]): Row {
  return {
    least: rounded(Math.min(...times)),
    p50: rounded(quantile(times, 0.5)),
    p99: rounded(quantile(times, 0.99)),
    memory: rounded(memory),
  };
}

function textOf({ machine, runs, rows, ratios, targets }: StartupReport): string {
  const line = (label: string, cells: (string | number)[]) =>
    `${label.padEnd(26)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;
  const names = Object.keys(LABELS) as Name[];
  return [
    machine,
    "",
    line(`${runs} runs each, in turn`, ["least ms", "p50 ms", "p99 ms", "MiB"]),
    ...names.map((name) => {
      const { least, p50, p99, memory } = rows[name];
      return line(LABELS[name], [least, p50, p99, memory]);
    }),
    "",
    `--version takes ${ratios.versionToTrue} times as long as true, ${ratios.versionToSource} times as its source`,
    `send takes ${ratios.sendToCurl} times as long as curl, ${ratios.sendToSource} times as its source`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
