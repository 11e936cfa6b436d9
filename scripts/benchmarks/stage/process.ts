/** The programs that a run starts: each ends with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../lib/run.ts";
import { rounded } from "../statistics.ts";

/** A program that listens. */
export type Server = { pid: number; url: string; stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void> };

const START_MS = 60_000;
const STOP_MS = 15_000;

/** The command that runs a TypeScript program of the checkout, named by its path from there. */
export function fromSource(...words: string[]): string[] {
  return [process.execPath, "--no-env-file", ...words];
}

/**
 * Starts a program in the checkout and waits until it has printed its address, which `ready` captures. Throws with
 * what it printed when it ends first.
 */
export async function startServer(
  command: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Server> {
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const address = Promise.withResolvers<string>();
  let printed = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      printed = (printed + decoder.decode(chunk, { stream: true })).slice(-MOST_PRINTED);
      const url = ready.exec(printed)?.[1];
      if (url !== undefined) address.resolve(url);
    }
  };
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await child.exited;
    clearTimeout(timer);
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  const ended = child.exited.then(async () => {
    await reading;
    throw new Error(`${command.join(" ")} ended: ${printed}`);
  });
  ended.catch(() => {});
  const late = Bun.sleep(START_MS).then(() => {
    throw new Error(`${command.join(" ")} did not start: ${printed}`);
  });
  late.catch(() => {});
  try {
    return { pid: child.pid, url: await Promise.race([address.promise, ended, late]), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

const MOST_PRINTED = 20_000;

/** Runs a program, named by its path from scripts/benchmarks, to its end and returns the JSON that it printed. */
export async function runProgram<Result>(name: string, input: unknown): Promise<Result> {
  const program = join(import.meta.dir, "..", name);
  const child = Bun.spawn(fromSource(program, JSON.stringify(input)), {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${name} failed`);
  return JSON.parse(output) as Result;
}

/** Physical memory that a process occupies, in MiB. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== "linux") {
    return rounded(Number(Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString()) / 1024);
  }
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return rounded(Number(kilobytes) / 1024);
}

/**
 * Watches the memory of a process every so many milliseconds; `stop` returns the most that was seen, in MiB, and `tenths`
 * the mean of each tenth of the time.
 */
export function watchMemory(pid: number, everyMs = 250): { stop(): number; tenths(): number[] } {
  const seen = [residentMegabytes(pid)];
  const timer = setInterval(() => seen.push(residentMegabytes(pid)), everyMs);
  const meanOf = (values: number[]) => rounded(values.reduce((sum, one) => sum + one, 0) / values.length);
  return {
    stop() {
      clearInterval(timer);
      seen.push(residentMegabytes(pid));
      return seen.reduce((most, one) => Math.max(most, one));
    },
    tenths() {
      const size = Math.max(1, Math.ceil(seen.length / 10));
      return Array.from({ length: Math.ceil(seen.length / size) }, (_, n) =>
        meanOf(seen.slice(n * size, (n + 1) * size)),
      );
    },
  };
}
