/** One of the daemons: a process that is started again when it ends, as a service manager does. */

import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runtimeEnvironment } from "../../../lib/short-runs.ts";
import type { Sample } from "../history/history.ts";

type Use = Pick<Sample, "megabytes" | "files" | "waitedMs">;

export type Daemon = {
  name: string;
  port: number;
  metricsPort: number;
  /** Starts it unless it runs; what keeps it from starting is tried again. */
  up(): void;
  /** Ends it by a signal; it stays away until `up`. */
  down(signal: NodeJS.Signals): Promise<void>;
  /** Kills it; it can't be started again. */
  end(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** From its next start on, it is of the version in this folder. */
  become(source: string): void;
  /** Sets its clock so far ahead. */
  step(aheadMs: number): void;
  /** All that it has logged. */
  log(): string;
  /** Its use of the machine; null while it does not run. */
  measure(): Use | null;
};

type DaemonOptions = {
  name: string;
  folder: string;
  port: number;
  metricsPort: number;
  environment: Record<string, string>;
  /** The folder of the version that it is of. */
  source: string;
};

const PAUSE_MS = 500;

export function createDaemon(options: DaemonOptions): Daemon {
  const { name, folder, port, metricsPort, environment } = options;
  let { source } = options;
  const clockFile = join(folder, `${name}.clock`);
  const logFile = join(folder, `${name}.log`);
  let isWanted = false;
  let isOver = false;
  let child: Bun.Subprocess | null = null;

  function spawn(): void {
    writeFileSync(clockFile, "0");
    const output = openSync(logFile, "a", 0o600);
    const program = ["--preload", join(import.meta.dir, "clock.ts"), join(source, "daemon/main.ts"), "serve"];
    const started = Bun.spawn([process.execPath, "--no-env-file", ...program], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...runtimeEnvironment(), ...environment, ...own() },
      stdin: "ignore",
      stdout: output,
      stderr: output,
    });
    closeSync(output);
    child = started;
    void started.exited.then(async () => {
      if (child === started) child = null;
      await Bun.sleep(PAUSE_MS);
      if (isWanted && child === null) spawn();
    });
  }

  async function down(signal: NodeJS.Signals): Promise<void> {
    isWanted = false;
    child?.kill(signal);
    await child?.exited;
  }

  const own = () => ({
    ...{ WAYPOST_PORT: String(port), WAYPOST_METRICS_PORT: String(metricsPort), CLOCK_FILE: clockFile },
  });

  return {
    ...{ name, port, metricsPort },
    down,
    up() {
      if (isOver) return;
      isWanted = true;
      if (child === null) spawn();
    },
    async end() {
      isOver = true;
      await down("SIGKILL");
    },
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    become(next) {
      source = next;
    },
    step(aheadMs) {
      writeFileSync(clockFile, String(aheadMs));
      child?.kill("SIGUSR2");
    },
    log: () => readFileSync(logFile, "utf8"),
    measure: () => (child === null ? null : measure(child.pid)),
  };
}

function measure(pid: number): Use | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
    const scheduling = `/proc/${pid}/schedstat`;
    const [, waited = 0] = existsSync(scheduling)
      ? readFileSync(scheduling, "utf8").split(" ").map(Number)
      : [];
    const files = readdirSync(`/proc/${pid}/fd`).length;
    return { megabytes: Math.round(Number(kilobytes) / 1024), files, waitedMs: waited / 1_000_000 };
  } catch {
    // it has just ended, or this is no Linux
    return null;
  }
}
