/** Everything that a run measures, each in a process of its own. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect, type Sql } from "../../db/connection/client.ts";
import { startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { freePort } from "../lib/free-port.ts";
import { type Api, createApi } from "../stage/api.ts";
import type { Endings } from "../stage/endings.ts";
import { makeOrganization, STAGE_SETTINGS } from "../stage/organization.ts";
import { DAEMON_READY, fromSource, type Server, startServer } from "../stage/process.ts";
import { connectOfficial, type Sandbox, startSandbox } from "../stage/sandbox.ts";

/** An API with a key and a channel to post to. */
export type Target = { url: string; pid: number; key: string; channelId: string; api: Api };

export type Stage = {
  /** Processors, Bun and Postgres, for the report. */
  machine: string;
  /** All roles, on the sandbox. */
  daemon: Target;
  /** The daemon's database. */
  sql: Sql;
  sandbox: Sandbox;
  /** Stops the daemon and starts it again; `daemon` is the new one then. */
  restartDaemon(): Promise<void>;
  /** Starts another daemon on the same database. */
  startAnother(): Promise<Target>;
  /** Starts a program that lasts as long as the stage; `ready` captures its address in what it prints. */
  startProgram(command: string[], ready: RegExp): Promise<Server>;
  /** Starts what accepting is compared with. */
  startBaselines(): Promise<{ withoutDatabase: Target; onePerRequest: Target }>;
};

type Postgres = { machine: string; createDatabase(): Promise<string> };

/**
 * Opens everything, on the Postgres of DATABASE_URL or an embedded one that is as durable as in production, with the
 * `waypostd` of the folder `programs` if there is one, else from source. `endings` ends all of it.
 */
export async function openStage({ kept }: Endings, programs?: string): Promise<Stage> {
  const postgres = await openPostgres(kept);
  const waypostd = programs === undefined ? fromSource("daemon/main.ts") : [resolve(programs, "waypostd")];
  const home = await kept(
    async () => mkdtempSync(join(tmpdir(), "waypost-bench-home-")),
    async (folder) => rmSync(folder, { recursive: true, force: true }),
  );
  const masterKey = randomBytes(32).toString("base64");
  const port = freePort();
  const sandbox = await kept(() => startSandbox(port, waypostd), stop);
  const settings = {
    ...STAGE_SETTINGS,
    ...sandbox.environment,
    WAYPOST_HOME: home,
    WAYPOST_MASTER_KEY: masterKey,
  };
  const startProgram = (command: string[], ready: RegExp, environment: Record<string, string> = {}) =>
    kept(() => startServer(command, environment, ready), stop);
  const start = (command: string[], url: string, ready: RegExp, on: number) =>
    startProgram(command, ready, { ...settings, DATABASE_URL: url, WAYPOST_PORT: String(on) });
  const databaseUrl = await postgres.createDatabase();
  const key = await makeOrganization(databaseUrl, masterKey);
  const startDaemon = (on: number) => start(waypostd, databaseUrl, DAEMON_READY, on);
  let server = await startDaemon(port);
  const daemon = await asTarget(server, key);
  const sql = await kept(
    async () => connect(databaseUrl, { max: 2, statementTimeoutMs: 0 }),
    (opened) => opened.end(),
  );
  return {
    ...{ machine: postgres.machine, daemon, sql, sandbox, startProgram },
    async restartDaemon() {
      await server.stop();
      server = await startDaemon(port);
      daemon.pid = server.pid;
    },
    async startAnother() {
      const { address, pid } = await startDaemon(freePort());
      return { ...daemon, url: address, pid };
    },
    async startBaselines() {
      const program = (name: string) => fromSource("scripts/benchmarks/baseline.ts", name);
      const ready = /listening at (\S+)/;
      const free = await start(program("without-database"), databaseUrl, ready, 0);
      const otherUrl = await postgres.createDatabase();
      const otherKey = await makeOrganization(otherUrl, masterKey);
      const slow = await start(program("one-per-request"), otherUrl, ready, 0);
      return {
        withoutDatabase: { ...daemon, url: free.address, pid: free.pid },
        onePerRequest: await asTarget(slow, otherKey),
      };
    },
  };
}

async function asTarget({ address: url, pid }: Server, key: string): Promise<Target> {
  const api = createApi(url, key);
  return { url, pid, key, channelId: await connectOfficial(api), api };
}

async function openPostgres(kept: Endings["kept"]): Promise<Postgres> {
  const given = process.env.DATABASE_URL;
  const url = given || (await startOwnPostgres(kept));
  const admin = await kept(
    async () => connect(url, { max: 1, statementTimeoutMs: 0 }),
    (opened) => opened.end(),
  );
  const [settings] = await admin<{ version: string; fsync: string }[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync`;
  const whose = `${given ? "DATABASE_URL" : "embedded"}, fsync ${settings?.fsync}`;
  return {
    machine: `${cpus().length} processors, Bun ${Bun.version}, Postgres ${settings?.version} (${whose})`,
    async createDatabase() {
      const name = `waypost_bench_${crypto.randomUUID().replaceAll("-", "")}`;
      await kept(
        async () => await admin`create database ${admin(name)}`,
        async () => await admin`drop database if exists ${admin(name)} with (force)`,
      );
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
  };
}

async function startOwnPostgres(kept: Endings["kept"]): Promise<string> {
  const dataDirectory = await kept(
    async () => mkdtempSync(join(tmpdir(), "waypost-bench-postgres-")),
    async (folder) => rmSync(folder, { recursive: true, force: true }),
  );
  const server = await kept(() => startEmbeddedPostgres({ dataDirectory }), stop);
  return server.url;
}

const stop = (one: { stop(): Promise<void> }) => one.stop();
