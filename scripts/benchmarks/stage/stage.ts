/** Everything that a run measures, each in a process of its own. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadConfig } from "../../../daemon/config/config.ts";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { createSecrets } from "../../../daemon/secrets/envelope.ts";
import { keySource } from "../../../daemon/secrets/master-key.ts";
import { initialize } from "../../../daemon/start/init.ts";
import { connect } from "../../../db/connection/client.ts";
import { migrate } from "../../../db/schema/migrate.ts";
import { freePort } from "../../lib/free-port.ts";
import { type Api, createApi } from "./api.ts";
import { type BenchmarkPostgres, openPostgres, type Whose } from "./postgres.ts";
import { fromSource, type Server, startServer } from "./process.ts";

/** An API with a key and a channel to post to. */
export type Target = { url: string; pid: number; key: string; channelId: string; api: Api };

export type Stage = {
  postgres: string;
  /** The daemon: every role, on the sandbox, which is another process. */
  daemon: Target;
  daemonDatabaseUrl: string;
  /** Where the sandbox takes orders. */
  sandboxUrl: string;
  /** The variables of a daemon that uses the sandbox. */
  sandboxSettings: Record<string, string>;
  /** A folder that is removed with the stage. */
  home: string;
  /** Stops the daemon, or kills it, and starts it again; `daemon` is the new one then. */
  restartDaemon(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts another daemon on the same database. */
  startAnother(): Promise<Server>;
  /** Starts any program; `ready` captures its address in what it prints. */
  startProgram(command: string[], ready: RegExp): Promise<Server>;
  /** Makes an empty database; returns its URL. */
  createDatabase(): Promise<string>;
  /** Starts what accepting is compared with. */
  startBaselines(): Promise<{ withoutDatabase: Target; onePerRequest: Target }>;
  /** Stops all of it; once is enough. */
  close(): Promise<void>;
};

export type OpenStage = (whose: Whose) => Promise<Stage>;

/**
 * Sets the stage, with the `waypostd` of the folder `programs` if there is one, else from source; what was started
 * before a failure is put away.
 */
export async function openStage(whose: Whose, programs?: string): Promise<Stage> {
  const postgres = await openPostgres(whose);
  const servers: Server[] = [];
  const waypostd = programs === undefined ? fromSource("daemon/main.ts") : [resolve(programs, "waypostd")];
  const home = mkdtempSync(join(tmpdir(), "waypost-bench-home-"));
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= putAway();
    return closing;
  };
  const putAway = async () => {
    for (const server of servers.toReversed()) await server.stop();
    await postgres.close();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    return { ...(await setUp(postgres, servers, waypostd, home)), postgres: postgres.description, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

async function setUp(postgres: BenchmarkPostgres, servers: Server[], waypostd: string[], home: string) {
  const masterKey = randomBytes(32).toString("base64");
  const port = freePort();
  const webhookUrl = `http://127.0.0.1:${port}/v1/providers/whatsapp/webhook`;
  const sandbox = await startSandbox(servers, waypostd, webhookUrl);
  const environment = { ...STAGE_SETTINGS, WAYPOST_HOME: home, WAYPOST_MASTER_KEY: masterKey, ...sandbox };

  async function startProgram(command: string[], ready: RegExp, settings: Record<string, string> = {}) {
    const server = await startServer(command, settings, ready);
    servers.push(server);
    return server;
  }

  const start = (command: string[], databaseUrl: string, ready: RegExp, port: number) =>
    startProgram(command, ready, {
      ...environment,
      ...{ DATABASE_URL: databaseUrl, WAYPOST_PORT: String(port) },
    });

  const databaseUrl = await postgres.createDatabase();
  const key = await makeOrganization(databaseUrl, masterKey);
  const startDaemon = (on = port) => start(waypostd, databaseUrl, /"url":"([^"]+)"/, on);
  let server = await startDaemon();
  const daemon = await asTarget(server, key);

  return {
    daemon,
    sandboxUrl: new URL(sandbox.WAYPOST_GRAPH_URL ?? "").origin,
    sandboxSettings: sandbox,
    home,
    startProgram: (command: string[], ready: RegExp) => startProgram(command, ready),
    createDatabase: postgres.createDatabase,
    async restartDaemon(signal: "SIGTERM" | "SIGKILL" = "SIGTERM") {
      await server.stop(signal);
      server = await startDaemon();
      daemon.pid = server.pid;
    },
    startAnother: () => startDaemon(freePort()),
    daemonDatabaseUrl: databaseUrl,
    async startBaselines() {
      const program = (name: string) => fromSource("scripts/benchmarks/stage/baseline.ts", name);
      const ready = /listening at (\S+)/;
      const free = await start(program("without-database"), databaseUrl, ready, 0);
      const otherUrl = await postgres.createDatabase();
      const otherKey = await makeOrganization(otherUrl, masterKey);
      const slow = await start(program("one-per-request"), otherUrl, ready, 0);
      return {
        withoutDatabase: { ...daemon, url: free.url, pid: free.pid },
        onePerRequest: await asTarget(slow, otherKey),
      };
    },
  };
}

/** What every daemon of a stage is started with. */
export const STAGE_SETTINGS = {
  WAYPOST_HOME: "/nonexistent",
  WAYPOST_LOG_LEVEL: "info",
  WAYPOST_APP_SECRET: SANDBOX_DEFAULTS.appSecret,
  WAYPOST_VERIFY_TOKEN: SANDBOX_DEFAULTS.verifyToken,
  WAYPOST_ALLOW_PRIVATE_HOSTS: "127.0.0.0/8",
  WAYPOST_SHUTDOWN_SECONDS: "5",
};

/** Starts the stand-ins; returns the variables of a daemon that uses them. */
export async function startSandbox(
  servers: Server[],
  waypostd: string[],
  webhookUrl: string,
): Promise<Record<string, string>> {
  const command = [...waypostd, "sandbox", "--webhook-url", webhookUrl];
  const environment = { WAYPOST_HOME: "/nonexistent", WAYPOST_SANDBOX_PORT: "0" };
  const sandbox = await startServer(command, environment, /uses it:\n\n((?:[A-Z_]+=\S+\n)+)/);
  servers.push(sandbox);
  const lines = sandbox.url.trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => [line.split("=", 1)[0] ?? "", line.replace(/^[^=]*=/, "")]));
}

/** Makes the schema and the organisation; returns a key that may do everything. */
export async function makeOrganization(databaseUrl: string, masterKey: string): Promise<string> {
  await migrate(databaseUrl);
  const config = loadConfig({ ...STAGE_SETTINGS, WAYPOST_MASTER_KEY: masterKey });
  const sql = connect(databaseUrl, { max: 1 });
  try {
    const made = await initialize(sql, createSecrets((await keySource(config).read()) ?? []));
    if (made === null) throw new Error("the database was not new");
    return made.api_key;
  } finally {
    await sql.end();
  }
}

async function asTarget({ url, pid }: Server, key: string): Promise<Target> {
  const api = createApi(url, key);
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const channel = await api<{ id: string }>("POST", "/v1/channels", {
    platform: "whatsapp_official",
    name: "Benchmark",
    phone_number_id: phoneNumber.id,
    waba_id: phoneNumber.wabaId,
    access_token: accessToken,
    settings: { service_window: "provider" },
  });
  return { url, pid, key, channelId: channel.id, api };
}
