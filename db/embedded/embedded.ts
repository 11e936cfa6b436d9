/**
 * A real Postgres below the data directory, for when no DATABASE_URL is given.
 *
 * Several programs may use one at once (a daemon and `waypostd migrate`): the first starts it, the last to stop
 * stops it. One that was left running by a killed daemon is taken over. Every user of it holds a file lock that
 * dies with its process; a lock held for the length of a start or a stop keeps these apart.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { connect } from "../connection/client.ts";
import { type Cluster, openCluster, USER } from "./cluster.ts";
import { lock, tryLock } from "./lock.ts";
import {
  currentServer,
  findServer,
  interruptServer,
  type Server,
  type Settings,
  type StartOptions,
  startServer,
  stopServer,
} from "./server.ts";

export type EmbeddedOptions = {
  /** Gets a folder `postgres` that holds everything. */
  dataDirectory: string;
  /** Fixed port; a free one at every start otherwise. A server that runs already keeps its own. */
  port?: number;
  /** Postgres settings in place of the defaults. */
  settings?: Settings;
  /** Variables for the server, which gets nothing of this process's environment: another clock, say. */
  environment?: Record<string, string>;
  /** Called with a sentence about each step. */
  log?: (message: string) => void;
};

export type EmbeddedPostgres = {
  /** Connects as the cluster's owner to the database `waypost`; holds the password. */
  url: string;
  port: number;
  /** Stops the server unless another process uses it. */
  stop(): Promise<void>;
};

/**
 * Starts the Postgres of `dataDirectory`, made at the first start, or joins the one that runs on it. It listens
 * on 127.0.0.1 only, with a random password kept in a file that only the daemon's user can read.
 *
 * Throws with a sentence for the operator when the data is of another Postgres version or user, when there are
 * no programs for this machine, and when Postgres doesn't start, with its own reason.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, environment = {}, log = () => {} } = options;
  const folder = join(resolve(options.dataDirectory), "postgres");
  mkdirSync(join(folder, "users"), { recursive: true, mode: 0o700 });
  const turn = await lock(join(folder, "lock"), TURN_TIMEOUT_MS);
  try {
    const cluster = await openCluster(folder, settings.fsync !== "off");
    const running = await findServer(cluster);
    if (running) log(`Using the Postgres that runs on ${folder} already.`);
    const server = running ?? (await startOnPort(cluster, options.port, { settings, environment }));
    const url = await openDatabase(cluster, server).catch(async (cause: unknown) => {
      await stopUnlessUsed(cluster);
      throw cause;
    });
    return { url, port: server.port, stop: joinServer(cluster) };
  } finally {
    turn.release();
  }
}

/** A turn lasts as long as a start, recovery included. */
const TURN_TIMEOUT_MS = 330_000;

/** A free port may be taken between the look and Postgres's own bind: then the next one is tried. */
async function startOnPort(cluster: Cluster, port: number | undefined, start: StartOptions): Promise<Server> {
  if (port !== undefined) return startServer(cluster, port, start);
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(cluster, await freePort(), start);
    } catch (error) {
      if (attempt === 5 || !String(error).includes("could not bind")) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const { promise, resolve: found, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.on("error", reject);
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address();
    probe.close(() => found(typeof address === "object" && address ? address.port : 0));
  });
  return promise;
}

/** Proves that the server knows the cluster's password, and makes the database at the first start. */
async function openDatabase(cluster: Cluster, server: Server): Promise<string> {
  const base = `postgres://${USER}:${cluster.password}@127.0.0.1:${server.port}`;
  const sql = connect(`${base}/postgres`, { max: 1 });
  try {
    const [row] = await sql`select 1 from pg_database where datname = ${USER}`;
    if (!row) await sql`create database ${sql(USER)}`;
  } finally {
    await sql.end();
  }
  return `${base}/${USER}`;
}

/** Becomes a user of the server; returns how to stop being one. */
function joinServer(cluster: Cluster): () => Promise<void> {
  const file = join(cluster.folder, "users", crypto.randomUUID());
  const membership = tryLock(file);
  const leave = () => {
    membership?.release();
    rmSync(file, { force: true });
  };
  // A program that exits without stopping still asks Postgres to end.
  const onExit = () => {
    leave();
    const server = currentServer(cluster);
    if (server !== null && !hasUsers(cluster)) interruptServer(cluster, server);
  };
  process.once("exit", onExit);
  return async () => {
    const turn = await lock(join(cluster.folder, "lock"), TURN_TIMEOUT_MS);
    try {
      process.off("exit", onExit);
      leave();
      await stopUnlessUsed(cluster);
    } finally {
      turn.release();
    }
  };
}

/** Ends the server that runs now: the one that was joined may have crashed, and been started again by another user. */
async function stopUnlessUsed(cluster: Cluster): Promise<void> {
  const server = currentServer(cluster);
  if (server !== null && !hasUsers(cluster)) await stopServer(cluster, server);
}

/** Whether any process holds its file; the files of the dead are removed. */
function hasUsers(cluster: Cluster): boolean {
  const folder = join(cluster.folder, "users");
  for (const name of readdirSync(folder)) {
    const abandoned = tryLock(join(folder, name));
    if (!abandoned) return true;
    abandoned.release();
    rmSync(join(folder, name), { force: true });
  }
  return false;
}
