/**
 * Makes clients of the OpenAPI document, in the user's cache: the generators, and their compiled clients of the same
 * document.
 */
import { afterAll, beforeAll } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { lock } from "../../../db/embedded/lock.ts";
import { type OwnDaemon, startTestDaemon } from "../../support/daemon.ts";

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "waypost");
/** So long may others take their turn. */
const TURN_TIMEOUT_MS = 600_000;
/** Clients that no run has used for this long are removed. */
const KEPT_MS = 24 * 3600_000;
/** Java compiles for long runs by default, at twice the work. */
const SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** The generators are slow to start, and compilers to end, on a machine that has other work. */
export const LONG_MS = 600_000;

export type Tools = {
  /** Where they are. */
  folder: string;
  /** The missing tool of this machine, without which there are none. */
  missing: string | null;
};

type Ran = { code: number; output: string };

/**
 * Generators of these versions, installed once by these commands in their folder; says on the way what is missing. A
 * test without them is skipped.
 */
export async function prepareTools(
  versions: readonly string[],
  programs: readonly string[],
  install: (folder: string) => readonly string[][],
): Promise<Tools> {
  const folder = join(CACHE, `openapi-generators-${Bun.hash(versions.join()).toString(36)}`);
  const lacks = programs.find((program) => Bun.which(program) === null);
  const missing = lacks === undefined ? await installOnce(folder, install) : `there is no ${lacks}`;
  if (missing !== null) process.stdout.write(`No clients are made by ${versions[0]}: ${missing}.\n`);
  return { folder, missing };
}

async function installOnce(
  folder: string,
  install: (folder: string) => readonly string[][],
): Promise<string | null> {
  mkdirSync(CACHE, { recursive: true });
  return await inTurn(async () => {
    if (existsSync(join(folder, "complete"))) return null;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const command of install(folder)) {
      const { code } = await run(command, {}, folder);
      if (code !== 0) return `\`${command.join(" ")}\` failed`;
    }
    writeFileSync(join(folder, "complete"), "");
    return null;
  });
}

/** A daemon for the clients of a file, with somebody in its contacts, and its document; there is none without tools. */
export function shareServed(isServed: boolean): { daemon: OwnDaemon; openapi: string } {
  const served = { openapi: "" } as { daemon: OwnDaemon; openapi: string };
  beforeAll(async () => {
    if (!isServed) return;
    served.daemon = await startTestDaemon();
    served.openapi = await (await fetch(`${served.daemon.url}/openapi.json`)).text();
    await served.daemon.call("POST", "/v1/contacts", { phone_number: "+14155550199", name: "Ada" });
  });
  afterAll(() => served.daemon?.stop());
  return served;
}

/**
 * A folder with `openapi.json`, some files, and what commands make of them in `made`: the same each time, so that it is
 * made once for each document. Returns what the commands printed, and the exit code of the last.
 */
export async function makeClient(
  openapi: string,
  files: Readonly<Record<string, string>>,
  commands: readonly string[][],
): Promise<Ran & { folder: string }> {
  const inputs = Bun.hash(JSON.stringify([openapi, files, commands])).toString(36);
  const folder = join(CACHE, `openapi-client-${inputs}`);
  const ended = join(folder, "ended.json");
  return await inTurn(async () => {
    removeUnused();
    if (existsSync(ended)) return { folder, ...(await Bun.file(ended).json()) };
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, "made"), { recursive: true });
    for (const [name, text] of Object.entries({ ...files, "openapi.json": openapi }))
      await Bun.write(join(folder, name), text);
    const result = await runAll(commands, folder);
    if (result.code === 0) await Bun.write(ended, JSON.stringify(result));
    return { folder, ...result };
  });
}

async function runAll(commands: readonly string[][], folder: string): Promise<Ran> {
  let output = "";
  for (const command of commands) {
    const ran = await run(command, {}, folder);
    output += ran.output;
    if (ran.code !== 0) return { code: ran.code, output };
  }
  return { code: 0, output };
}

/** Runs a client's program against a daemon. Each use sets its folder's time, which shows that it is still used. */
export async function useClient(
  daemon: OwnDaemon,
  folder: string,
  command: string[],
  more: Record<string, string> = {},
): Promise<Ran> {
  utimesSync(folder, new Date(), new Date());
  const env = { URL: daemon.url, KEY: daemon.key, CHANNEL: daemon.channelId };
  return await run(command, { ...env, ...more }, folder);
}

/** Generators and compilers take the machine one after the other, whichever test runs them. */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const turn = await lock(join(CACHE, "openapi-generators.lock"), TURN_TIMEOUT_MS);
  try {
    return await work();
  } finally {
    turn.release();
  }
}

function removeUnused(): void {
  const names = readdirSync(CACHE).filter((name) => name.startsWith("openapi-client-"));
  for (const folder of names.map((name) => join(CACHE, name)))
    if (statSync(folder).mtimeMs < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true });
}

/** Runs a command; its exit code and all that it printed. */
async function run(command: string[], more: Record<string, string>, cwd: string): Promise<Ran> {
  const child = Bun.spawn(["/bin/sh", "-c", 'exec "$0" "$@" 2>&1', ...command], {
    cwd,
    env: { ...process.env, JAVA_TOOL_OPTIONS: SHORT_LIVED, ...more },
    stdin: "ignore",
    stdout: "pipe",
  });
  const [output, code] = await Promise.all([child.stdout.text(), child.exited]);
  return { code, output };
}
