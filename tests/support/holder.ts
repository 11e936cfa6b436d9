/** Runs `embedded-holder.ts` as a process of its own, to be killed or ended by a test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Holder = {
  /** Of the Postgres that it holds. */
  url: string;
  /** Sends it the signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
};

type HolderOptions = { bun?: string; uid?: number; gid?: number };

/** Starts it on `dataDirectory`, as another account and by another Bun if requested; returns once it is ready. */
export async function startHolder(dataDirectory: string, options: HolderOptions = {}): Promise<Holder> {
  const { bun = process.execPath, ...account } = options;
  const program = join(import.meta.dir, "embedded-holder.ts");
  const child = spawn(bun, ["--no-env-file", program, dataDirectory], {
    ...account,
    cwd: "/",
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await firstLine(child);
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return { url, end };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.once("data", (chunk) => resolve(String(chunk).trim()));
  child.once("error", reject);
  child.once("exit", (code) => reject(new Error(`The holder ended with code ${code}.`)));
  return promise;
}
