/** Importing a million contacts: how fast, next to a bare COPY of the same rows; with how much memory; and what sends notice of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { LoadOptions, LoadResult } from "../load/types.ts";
import { atLeast, atMost, showTarget, type Target } from "../report.ts";
import { residentMegabytes, runProgram, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import { measureCopy } from "./copy.ts";
import { type GeneratedFile, writeFile } from "./file.ts";

type Plan = { rows: number; underLoad: number; loadSeconds: number; connections: number };

const FULL: Plan = { rows: 1_000_000, underLoad: 400_000, loadSeconds: 6, connections: 16 };
const QUICK: Plan = { rows: 3000, underLoad: 3000, loadSeconds: 0.3, connections: 4 };

type ImportRecord = {
  id: string;
  status: string;
  records: number;
  created: number;
  duplicates: number;
  refused: number;
  error: string | null;
};

export type ImportReport = {
  at: string;
  quick: boolean;
  machine: string;
  file: { rows: number; bytes: number };
  /** Seconds of the upload, and of everything. */
  upload: number;
  seconds: number;
  rowsPerSecond: number;
  /** Rows a second of a bare COPY: into the same tables with their indexes, and into one table without any. */
  copy: { sameTables: number; withoutIndexes: number };
  /** The daemon's memory in MiB: before, and the most it grew by. */
  memory: { before: number; growth: number };
  accept: { connections: number; alone: number; meanwhile: number };
  targets: Target[];
};

/** Measures everything about imports. Throws when the counts are not those of the file. */
export async function measureImports(
  stage: Stage,
  quick: boolean,
): Promise<{ report: ImportReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), "waypost-bench-import-"));
  try {
    const file = await writeFile(join(folder, "contacts.csv"), plan.rows, 1);
    const warm = await writeFile(join(folder, "warm.csv"), Math.min(plan.rows, 20_000), 2);
    await importAll(stage, warm);
    const before = residentMegabytes(stage.daemon.pid);
    const memory = watchMemory(stage.daemon.pid);
    const { upload, seconds } = await importAll(stage, file);
    const growth = rounded(Math.max(0, memory.stop() - before));
    const copy = await measureCopy(stage.daemonDatabaseUrl, folder, plan.rows);
    const accept = await measureAccept(
      stage,
      plan,
      await writeFile(join(folder, "more.csv"), plan.underLoad, 3),
    );
    const found = {
      ...{ at: new Date().toISOString(), quick, upload, seconds, copy, accept },
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      file: { rows: file.rows, bytes: file.bytes },
      rowsPerSecond: Math.round(file.rows / seconds),
      memory: { before, growth },
    };
    const report = { ...found, targets: targetsOf(found) };
    return { report, text: show(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends the file, waits for the end of its import, and compares the counts. */
async function importAll(stage: Stage, file: GeneratedFile): Promise<{ upload: number; seconds: number }> {
  const startedAt = performance.now();
  const { id } = await send(stage, file);
  const upload = rounded((performance.now() - startedAt) / 1000);
  const ended = await untilEnded(stage, id);
  const expected = {
    status: "completed",
    records: file.rows,
    refused: file.faulty,
    duplicates: file.duplicates,
  };
  for (const [name, value] of Object.entries(expected)) {
    const measured = new Map<string, unknown>(Object.entries(ended)).get(name);
    if (measured !== value) throw new Error(`${name} is ${measured}, not ${value}: ${JSON.stringify(ended)}`);
  }
  return { upload, seconds: rounded((performance.now() - startedAt) / 1000) };
}

async function send({ daemon }: Stage, file: GeneratedFile): Promise<{ id: string }> {
  const response = await fetch(`${daemon.url}/v1/contacts/import`, {
    method: "POST",
    headers: { "x-api-key": daemon.key, "content-type": "text/csv" },
    body: Bun.file(file.path).stream(),
  });
  if (response.status !== 202) throw new Error(`the file was refused: ${await response.text()}`);
  return (await response.json()) as { id: string };
}

async function untilEnded({ daemon }: Stage, id: string): Promise<ImportRecord> {
  while (true) {
    const job = await daemon.api<ImportRecord>("GET", `/v1/contacts/imports/${id}`);
    if (!["queued", "running"].includes(job.status)) return job;
    await Bun.sleep(100);
  }
}

/** The p99 of accepting messages, in milliseconds: with nothing else to do, and while an import runs. */
async function measureAccept(stage: Stage, plan: Plan, file: GeneratedFile): Promise<ImportReport["accept"]> {
  const { daemon } = stage;
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, {
    settings: { rate: { per_second: 1, per_recipient_seconds: 0 } },
  });
  const load = async () => {
    const options: LoadOptions = {
      ...{ url: daemon.url, key: daemon.key, channelId: daemon.channelId, connections: plan.connections },
      ...{
        warmUpSeconds: 1,
        seconds: plan.loadSeconds,
        requests: Number.MAX_SAFE_INTEGER,
        scheduledAt: null,
      },
    };
    const result = await runProgram<LoadResult>("load/load.ts", options);
    if (result.refusal !== null) throw new Error(`a message was refused: ${result.refusal}`);
    return rounded(result.p99);
  };
  const alone = await load();
  const { id } = await send(stage, file);
  const meanwhile = await load();
  await daemon.api("POST", `/v1/contacts/imports/${id}/cancel`);
  return { connections: plan.connections, alone, meanwhile };
}

function targetsOf({ rowsPerSecond, copy, memory, accept }: Omit<ImportReport, "targets">): Target[] {
  const percent = rounded((rowsPerSecond / copy.sameTables) * 100);
  return [
    atLeast(25, " %", "import, of a bare COPY into the same tables", percent),
    atMost(64, " MiB", "memory that the daemon grows by", memory.growth),
    atMost(
      2,
      " times",
      "p99 of accepting meanwhile, of that without",
      rounded(accept.meanwhile / accept.alone),
    ),
  ];
}

function show({
  machine,
  file,
  upload,
  seconds,
  rowsPerSecond,
  copy,
  memory,
  accept,
  targets,
}: ImportReport): string {
  return [
    machine,
    "",
    `Import      ${file.rows} rows (${rounded(file.bytes / 1024 ** 2)} MiB) in ${seconds} s, ${upload} s of it the upload: ${rowsPerSecond}/s`,
    `Bare COPY   ${copy.sameTables}/s into the same tables with their indexes, ${copy.withoutIndexes}/s into one without any`,
    `Memory      ${memory.before} MiB before, at most ${memory.growth} more`,
    `Accept p99  ${accept.connections} connections: ${accept.alone} ms, during an import ${accept.meanwhile} ms`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
