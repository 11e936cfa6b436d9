/** The programs that a stage starts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../lib/run.ts";
import { runtimeEnvironment } from "../../lib/short-runs.ts";

/** A program that listens; `address` is what it printed of that. */
export type Server = { pid: number; address: string; stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void> };

/** The address in what a daemon prints when it is ready. */
export const DAEMON_READY = /"url":"([^"]+)"/;

const START_MS = 60_000;
const STOP_MS = 15_000;
const MOST_PRINTED = 20_000;

/** The command that runs a TypeScript program, named by its path from the checkout. */
export function fromSource(program: string, ...words: string[]): string[] {
  return [process.execPath, "--no-env-file", join(ROOT, program), ...words];
}

/**
 * Starts a program in the checkout and waits until it has printed its address, which `ready` captures. Throws with
 * what it printed when it ends first, or takes longer than a minute.
 */
export async function startServer(
  command: readonly string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Server> {
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...runtimeEnvironment(), ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const found = Promise.withResolvers<string>();
  let printed = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      printed = (printed + decoder.decode(chunk, { stream: true })).slice(-MOST_PRINTED);
      const address = ready.exec(printed)?.[1];
      if (address !== undefined) found.resolve(address);
    }
  };
  const fail = (what: string) => found.reject(new Error(`${command.join(" ")} ${what}: ${printed}`));
  void Promise.all([read(child.stdout), read(child.stderr)]).then(() => fail("ended"));
  const late = setTimeout(fail, START_MS, "did not start");
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await child.exited;
    clearTimeout(timer);
  };
  try {
    return { pid: child.pid, address: await found.promise, stop };
  } catch (cause) {
    await stop();
    throw cause;
  } finally {
    clearTimeout(late);
  }
}

/** Runs a program, named by its path from the checkout, to its end and returns the JSON that it printed. */
export async function runProgram<Result>(program: string, input: unknown): Promise<Result> {
  const child = Bun.spawn(fromSource(program, JSON.stringify(input)), {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${program} failed`);
  return JSON.parse(output) as Result;
}

/** Physical memory that a process occupies, in MiB. */
export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString();
  return Math.round(Number(kilobytes) / 102.4) / 10;
}

/** Watches the memory of a process; `stop` returns the most that was seen, in MiB. */
export function watchMemory(pid: number): { stop(): number } {
  let most = residentMegabytes(pid);
  const look = () => {
    most = Math.max(most, residentMegabytes(pid));
  };
  const timer = setInterval(look, 250);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}
