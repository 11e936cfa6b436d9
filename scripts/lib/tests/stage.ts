/** A run of tests has its own temporary folder, and parts that its processes share. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExecutables } from "../executables.ts";
import { ROOT } from "../run.ts";
import { FOR_SHORT_RUNS } from "../short-runs.ts";

export type TestStage = {
  /** For the processes that run the tests. */
  environment: Record<string, string>;
  /** A folder for what the run itself writes. */
  folder: string;
  /**
   * Ends the databases and removes the folders; returns the names of what tests had left in theirs, and what the databases
   * took of a processor, in seconds.
   */
  close(): Promise<{ names: string[]; coreSeconds: number }>;
};

/** What a program that ended took of a processor, with all that it started and waited for. */
export function coreSecondsOf(child: Bun.Subprocess): number {
  return Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
}

/** Bun makes it for scripts that call `node`, and Chromium's sound where no user's session is; both keep it. */
const KEPT_BY_OTHERS = /^(bun-node-|pulse-)/;
/** Where files share a Chromium, it ends with their process, and nothing in that is told of its end. */
const KEPT_BY_SHARED_BROWSERS = /^playwright(-artifacts|_chromiumdev_profile)-/;

/** What many tests in several processes share: a Postgres with a migrated template, and the compiled programs. */
export type Shared = { databases: boolean; programs: boolean };

/** Prepares the temporary folder, and what is shared. */
export async function openTestStage(shared: Shared): Promise<TestStage> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-tests-"));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  // go leaves its builds behind when it is killed
  const ofGo = join(folder, "go");
  mkdirSync(ofGo);
  chmodSync(folder, 0o755);
  const homes = join(folder, "homes");
  mkdirSync(homes);
  // as /tmp itself: some tests start programs as another user
  chmodSync(temporary, 0o1777);
  const databases = shared.databases ? await shareDatabases() : undefined;
  const programs = shared.programs ? await compilePrograms(folder) : {};
  return {
    environment: {
      ...FOR_SHORT_RUNS,
      TMPDIR: temporary,
      GOTMPDIR: ofGo,
      TEST_HOMES: homes,
      // npm would leave its own there
      NODE_DISABLE_COMPILE_CACHE: "1",
      ...databases?.environment,
      ...programs,
    },
    folder,
    async close() {
      const coreSeconds = (await databases?.end()) ?? 0;
      const kept = [KEPT_BY_OTHERS, ...(shared.databases ? [KEPT_BY_SHARED_BROWSERS] : [])];
      const names = readdirSync(temporary).filter((name) => !kept.some((one) => one.test(name)));
      rmSync(folder, { recursive: true, force: true });
      return { names, coreSeconds };
    },
  };
}

/** A start of an executable takes a third of the work that one from source takes, and tests start hundreds. */
async function compilePrograms(folder: string): Promise<Record<string, string>> {
  const programs = join(folder, "programs");
  await writeExecutables(programs);
  return { TEST_PROGRAMS: programs };
}

async function shareDatabases() {
  const holder = Bun.spawn([process.execPath, "--no-env-file", "tests/support/template-holder.ts"], {
    cwd: ROOT,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const end = async () => {
    await holder.stdin.end();
    await holder.exited;
    return coreSecondsOf(holder);
  };
  const printed = await holder.stdout.getReader().read();
  if (printed.value === undefined) throw new Error("The Postgres for the tests doesn't start.");
  return { environment: JSON.parse(new TextDecoder().decode(printed.value)), end };
}
