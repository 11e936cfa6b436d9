/** Everything that a run measures, each in a process of its own. */
import { randomBytes } from "node:crypto";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { connect, type Sql } from "../../../db/connection/client.ts";
import { startEmbeddedPostgres } from "../../../db/embedded/embedded.ts";
import { freePort } from "../../lib/free-port.ts";
import { type Api, createApi } from "../stage/api.ts";
import { type Endings, keptFolder } from "../stage/endings.ts";
import { makeOrganization, STAGE_SETTINGS } from "../stage/organization.ts";
import { DAEMON_READY, fromSource, type Server, startServer } from "../stage/process.ts";
import { addOfficial, connectOfficial, type Sandbox, startSandbox } from "../stage/sandbox.ts";

const END_SECONDS = 5;

/** An API with a key and a channel to post to. */
export type Target = { url: string; pid: number; key: string; channelId: string; api: Api };

export type Stage = {
  /** Processors, Bun and Postgres, for the report. */
  machine: string;
  /** All roles, on the sandbox. */
  daemon: Target;
  /** The daemon's database. */
  sql: Sql;
  databaseUrl: string;
  sandbox: Sandbox;
  /** Stops the daemon and starts it again; `daemon` is the new one then. */
  restartDaemon(): Promise<void>;
  /** Starts another daemon on the same database. */
  startAnother(): Promise<Target>;
  /** Makes another organisation of this name, with a number of its own. */
  addNeighbour(name: string): Promise<Target>;
  /** Starts a program that lasts as long as the stage; `ready` captures its address in what it prints. */
  startProgram(command: string[], ready: RegExp, environment?: Record<string, string>): Promise<Server>;
};

/**
 * Opens everything, on the Postgres of DATABASE_URL or an embedded one that is as durable as in production, with the
 * `waypostd` of the folder `programs` if there is one, else from source. `endings` ends all of it.
 */
export async function openStage({ kept }: Endings, programs?: string): Promise<Stage> {
  const { databaseUrl, machine } = await openDatabase(kept);
  const waypostd = programs === undefined ? fromSource("daemon/main.ts") : [resolve(programs, "waypostd")];
  const masterKey = randomBytes(32).toString("base64");
  const port = freePort();
  const sandbox = await kept(() => startSandbox(port, waypostd), stop);
  const settings = {
    ...{ ...STAGE_SETTINGS, ...sandbox.environment, DATABASE_URL: databaseUrl },
    ...{ WAYPOST_HOME: await keptFolder(kept, "bench-home"), WAYPOST_MASTER_KEY: masterKey },
  };
  const startProgram = (command: string[], ready: RegExp, environment: Record<string, string> = {}) =>
    kept(() => startServer(command, environment, ready), stop);
  const key = await makeOrganization(databaseUrl, masterKey);
  const startDaemon = (on: number) =>
    startProgram(waypostd, DAEMON_READY, { ...settings, WAYPOST_PORT: String(on) });
  let neighbours = 0;
  let server = await startDaemon(port);
  const api = createApi(server.address, key);
  const daemon = { url: server.address, pid: server.pid, key, channelId: await connectOfficial(api), api };
  const sql = await kept(async () => connect(databaseUrl, { max: 2, statementTimeoutMs: 0 }), end);
  return {
    ...{ machine, daemon, sql, databaseUrl, sandbox, startProgram },
    async restartDaemon() {
      await server.stop();
      server = await startDaemon(port);
      daemon.pid = server.pid;
    },
    async addNeighbour(name) {
      const key = await makeOrganization(databaseUrl, masterKey, name);
      const api = createApi(server.address, key);
      neighbours += 1;
      return { ...daemon, key, api, channelId: await addOfficial(sandbox, api, neighbours) };
    },
    async startAnother() {
      const { address, pid } = await startDaemon(freePort());
      return { ...daemon, url: address, pid };
    },
  };
}

/** A new database, and the machine in words. */
async function openDatabase(kept: Endings["kept"]): Promise<{ databaseUrl: string; machine: string }> {
  const given = process.env.DATABASE_URL;
  const url = given || (await startOwnPostgres(kept));
  const admin = await kept(async () => connect(url, { max: 1, statementTimeoutMs: 0 }), end);
  const [settings] = await admin<{ version: string; fsync: string }[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync`;
  const name = `waypost_bench_${crypto.randomUUID().replaceAll("-", "")}`;
  await kept(
    async () => await admin`create database ${admin(name)}`,
    async () => await admin`drop database if exists ${admin(name)} with (force)`,
  );
  const whose = `${given ? "DATABASE_URL" : "embedded"}, fsync ${settings?.fsync}`;
  return {
    machine: `${cpus().length} processors, Bun ${Bun.version}, Postgres ${settings?.version} (${whose})`,
    databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).href,
  };
}

async function startOwnPostgres(kept: Endings["kept"]): Promise<string> {
  const dataDirectory = await keptFolder(kept, "bench-postgres");
  return (await kept(() => startEmbeddedPostgres({ dataDirectory }), stop)).url;
}

const stop = (one: { stop(): Promise<void> }) => one.stop();
/** A query that still runs keeps nothing from its end. */
const end = (one: Sql) => one.end({ timeout: END_SECONDS });
