/** One Postgres server's process: find it running, start it, end it. */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { type Cluster, runOn } from "./cluster.ts";

export type Server = { pid: number; port: number };

/** Values by name, as in postgresql.conf. */
export type Settings = Record<string, string>;

export type StartOptions = { settings: Settings; environment: Record<string, string> };

/** Given on the command line, so that a newer version of the program changes them for an older cluster too. */
const SETTINGS: Settings = {
  cluster_name: "waypost",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "128MB",
  max_connections: "100",
  jit: "off",
  // Each spares a process that an idle server of this size has no use for.
  io_method: "sync",
  max_logical_replication_workers: "0",
  TimeZone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The log must not quote rows or statements: they hold people's messages.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

const POLL = 20;

/**
 * The server that runs on the cluster's data already, once it accepts connections; null when there is none. A
 * `postmaster.pid` that names a dead process, or a living one that is no server of this data, counts as none.
 */
export async function findServer(cluster: Cluster): Promise<Server | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const entry = readEntry(cluster);
    if (!entry) return null;
    if (!isServerOf(cluster, entry.pid)) {
      discardEntry(cluster, entry.pid);
      return null;
    }
    if (entry.ready && (await accepts(entry.port))) return { pid: entry.pid, port: entry.port };
    if (Date.now() > deadline) throw new Error(`The Postgres on ${cluster.folder} does not become ready.`);
    await Bun.sleep(POLL);
  }
}

/** The server that runs on the cluster's data, ready or not; null when there is none. */
export function currentServer(cluster: Cluster): Server | null {
  const entry = readEntry(cluster);
  return entry !== null && isServerOf(cluster, entry.pid) ? { pid: entry.pid, port: entry.port } : null;
}

/** A process that is being killed is still there for a moment after its port has gone. */
async function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createConnection(port, "127.0.0.1", () => resolve(true));
  socket.on("error", () => resolve(false));
  const accepted = await promise;
  socket.destroy();
  return accepted;
}

/** Crash recovery of a large database takes minutes. */
const START_TIMEOUT_MS = 300_000;

/** Postgres refuses to start beside processes of a server that was killed; they end once they notice. */
const STILL_ENDING = "pre-existing shared memory block";
const ENDING_TIMEOUT_MS = 30_000;

/**
 * Starts a server on `port` and returns it once it accepts connections. It is a session of its own, so that a
 * Ctrl-C at the daemon's terminal doesn't end it before the daemon is done with it. Waits for processes of a killed
 * server to end. Throws with what it logged.
 */
export async function startServer(cluster: Cluster, port: number, start: StartOptions): Promise<Server> {
  const deadline = Date.now() + ENDING_TIMEOUT_MS;
  for (;;) {
    try {
      return await tryToStart(cluster, port, start);
    } catch (error) {
      if (Date.now() > deadline || !String(error).includes(STILL_ENDING)) throw error;
      // each try is a process of its own
      await Bun.sleep(5 * POLL);
    }
  }
}

async function tryToStart(
  cluster: Cluster,
  port: number,
  { settings, environment }: StartOptions,
): Promise<Server> {
  const { dataArgument, options } = runOn(cluster, join(cluster.folder, "data"));
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = openLog(cluster);
  const before = statSync(logPath(cluster)).size;
  const child = spawn(cluster.binaries.postgres, ["-D", dataArgument, "-p", String(port), ...flags], {
    ...options,
    env: { ...options.env, ...environment },
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = Promise.withResolvers<string>();
  child.on("error", (error) => ended.resolve(`${error.message}.`));
  child.on("exit", () => ended.resolve("it ended at once:"));
  child.unref();
  const problem = await Promise.race([ended.promise, becomesReady(cluster, child.pid)]);
  if (problem === null && child.pid !== undefined) return { pid: child.pid, port };
  const said = readFileSync(logPath(cluster)).subarray(before).toString().trim();
  throw new Error(`Postgres did not start on ${cluster.folder}: ${problem} ${said}`);
}

/** Asks the server for Postgres's fast shutdown, without waiting for it. */
export function interruptServer(cluster: Cluster, server: Server, signal: NodeJS.Signals = "SIGINT"): void {
  if (isServerOf(cluster, server.pid)) process.kill(server.pid, signal);
}

/** Ends the server and waits for that. Open connections are cut; nothing committed is lost. */
export async function stopServer(cluster: Cluster, server: Server): Promise<void> {
  // SIGINT is Postgres's fast shutdown; SIGQUIT ends it without a checkpoint, recovered at the next start.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    interruptServer(cluster, server, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isServerOf(cluster, server.pid) && Date.now() < deadline) await Bun.sleep(POLL);
  }
}

const STOP_TIMEOUT_MS = 30_000;

type Entry = { pid: number; port: number; ready: boolean };

/** Lines of postmaster.pid: 1 the process, 4 the port, 8 the state (Postgres, `src/include/utils/pidfile.h`). */
function readEntry(cluster: Cluster): Entry | null {
  try {
    const lines = readFileSync(entryPath(cluster), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return null;
  }
}

/**
 * Postgres removes the file itself when the process is dead, after making sure that none of its children lives.
 * It would refuse to start for any other living process with that number.
 */
function discardEntry(cluster: Cluster, pid: number): void {
  try {
    process.kill(pid, 0);
    rmSync(entryPath(cluster), { force: true });
  } catch {
    // Dead: left to Postgres.
  }
}

/** A server's working directory is its data. Where there is no /proc, its command line names it. */
function isServerOf(cluster: Cluster, pid: number): boolean {
  const data = join(cluster.folder, "data");
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)]).stdout.includes(data);
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    return false;
  }
}

async function becomesReady(cluster: Cluster, pid: number | undefined): Promise<string | null> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const entry = readEntry(cluster);
    if (entry?.pid === pid && entry?.ready) return null;
    await Bun.sleep(POLL);
  }
  return "it took too long.";
}

/** Starts a new one when it has grown: it holds starts, stops and errors without their rows. */
function openLog(cluster: Cluster): number {
  const size = statSync(logPath(cluster), { throwIfNoEntry: false })?.size ?? 0;
  return openSync(logPath(cluster), size > 1_000_000 ? "w" : "a", 0o600);
}

function logPath(cluster: Cluster): string {
  return join(cluster.folder, "postgres.log");
}

function entryPath(cluster: Cluster): string {
  return join(cluster.folder, "data", "postmaster.pid");
}
