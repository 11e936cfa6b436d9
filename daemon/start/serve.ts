import type { Logger } from "pino";
import { ConfigError, loadConfig } from "../config/config.ts";
import { graphVersionOf } from "../config/graph-versions.ts";
import type { Config } from "../config/settings.ts";
import { keepLoopbackDirect, unusableProxies } from "../egress/environment-proxies.ts";
import { ownUrl } from "../http/own-url.ts";
import { createLog } from "../lib/log.ts";
import { tidyAsMemoryGrows } from "../lib/tidier.ts";
import type { Sandbox } from "../sandbox/start.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { type Database, openDatabase } from "./database.ts";
import { requireFreeAddresses } from "./free-address.ts";
import { welcome } from "./welcome.ts";

export type Environment = Record<string, string | undefined>;

/** A daemon that runs, and its database. */
export type Running = {
  config: Config;
  database: Database;
  daemon: Daemon;
  sandbox: Sandbox | null;
  stop(options?: { drainSeconds: number }): Promise<void>;
};

/**
 * Runs the daemon until a signal stops it; resolves when everything is closed. Only SIGTERM, which process managers
 * send, has it answer new requests for a while: a person who types Ctrl-C waits for it.
 */
export async function serve(environment: Environment, withSandbox: boolean): Promise<void> {
  const stopped = stopSignal();
  requireUsableProxies(environment);
  keepLoopbackDirect(process.env);
  const running = await start(environment, withSandbox);
  tidyAsMemoryGrows();
  const { drainSeconds } = running.config;
  await running.stop({ drainSeconds: (await stopped) === "SIGTERM" ? drainSeconds : 0 });
}

/** Throws `ConfigError` without the value, which may hold a password. */
function requireUsableProxies(environment: Environment): void {
  const unusable = unusableProxies(environment);
  if (unusable.length === 0) return;
  throw new ConfigError(
    `${unusable.join(" and ")} must be the address of an HTTP proxy, such as http://proxy.example.com:3128`,
  );
}

/**
 * Starts everything: the database when none is configured, the sandbox when it
 * is wanted, the daemon. The first start on an embedded database, or with a
 * sandbox, makes the organisation and sets the CLI up for it.
 */
export async function start(environment: Environment, withSandbox: boolean): Promise<Running> {
  requireFreeAddresses(loadConfig(environment));
  const sandbox = withSandbox ? await startOwnSandbox(loadConfig(environment)) : null;
  const config = withLoopback(loadConfig({ ...environment, ...sandbox?.environment }), withSandbox);
  const log = createLog(config.logLevel);
  if (sandbox?.absent) log.warn({ reason: sandbox.absent }, "no stand-in for WhatsApp Web");
  const database = await openDatabase(config, log);
  const { databaseUrl, pooledUrl, secrets, keys } = database;
  const daemon = await startDaemon({ config, databaseUrl, pooledUrl, secrets, keys, log }).catch(
    async (cause: unknown) => {
      await database.close();
      throw cause;
    },
  );
  sandbox?.graph.setWebhookUrl(`${daemon.url}/v1/providers/whatsapp/webhook`);
  // a free port that was picked is known only now
  const url = config.port === 0 ? daemon.url : ownUrl(config);
  if (database.embedded || withSandbox) await welcome(environment, { ...config, url, database, withSandbox });
  warnOfGraphVersion(config.graphUrl, log);
  log.info({ url: daemon.url, docs: `${daemon.url}/docs`, sandbox: sandbox?.graph.url }, "waypost is ready");
  return {
    config,
    database,
    daemon,
    sandbox,
    async stop(options) {
      log.info("stopping");
      await daemon.stop(options);
      await sandbox?.stop();
      await database.close();
      log.info("stopped");
    },
  };
}

function warnOfGraphVersion(graphUrl: string, log: Logger): void {
  const { version, ends_on, state } = graphVersionOf(graphUrl, new Date());
  if (state === "usable") return;
  const what = state === "ended" ? "has ended" : "ends soon";
  log.warn(
    { version, ends_on },
    `this version of the Graph API ${what}: set a newer one in WAYPOST_GRAPH_URL`,
  );
}

/** Loaded only where it is wanted: it would be three hundredths of a daemon's memory. */
async function startOwnSandbox(config: Config): Promise<Sandbox> {
  const own = await import("../sandbox/own.ts");
  return await own.startOwnSandbox(config);
}

/** With a sandbox, webhooks may go to this machine: there is nothing else to send them to. */
function withLoopback(config: Config, withSandbox: boolean): Config {
  return withSandbox
    ? { ...config, allowPrivateHosts: [...config.allowPrivateHosts, "127.0.0.0/8"] }
    : config;
}

/** Resolves with the first signal to stop; a second one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve(signal);
      });
    }
  });
}
