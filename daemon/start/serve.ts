import { join } from "node:path";
import {
  findChannelByPhoneNumberId,
  findOwnChannelByPhoneNumberId,
  insertChannel,
} from "../../db/channels/channels.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { firstOrganization } from "../../db/organizations/organizations.ts";
import { tokenContext } from "../channels/channel.ts";
import { loadConfig } from "../config/config.ts";
import type { Config } from "../config/settings.ts";
import { newId } from "../lib/ids.ts";
import { createLog } from "../lib/log.ts";
import type { Initialized } from "../organizations/create.ts";
import { CLOUD_API } from "../providers/cloud-api/platform.ts";
import { SANDBOX_DEFAULTS } from "../sandbox/graph/defaults.ts";
import { freePortFrom, isPortTaken, type Sandbox, startSandbox } from "../sandbox/start.ts";
import { trust } from "../sandbox/whatsapp-web/wire/trust.ts";
import { prepareToShow } from "../secrets/show-once.ts";
import { type Daemon, startDaemon } from "./daemon.ts";
import { type Database, openDatabase } from "./database.ts";
import { requireFreeAddress } from "./free-address.ts";
import { initialize, writeProfile } from "./init.ts";

export type Environment = Record<string, string | undefined>;

/** A daemon that runs, and its database. */
export type Running = {
  config: Config;
  database: Database;
  daemon: Daemon;
  sandbox: Sandbox | null;
  stop(): Promise<void>;
};

/** Runs the daemon until it is told to stop by a signal; resolves when everything is put away. */
export async function serve(environment: Environment, withSandbox: boolean): Promise<void> {
  const stopped = stopSignal();
  const running = await start(environment, withSandbox);
  await stopped;
  await running.stop();
}

/**
 * Starts everything: the database when none is configured, the sandbox when it
 * is wanted, the daemon. The first start on an embedded database, or with a
 * sandbox, makes the organisation and sets the CLI up for it.
 */
export async function start(environment: Environment, withSandbox: boolean): Promise<Running> {
  requireFreeAddress(loadConfig(environment));
  const sandbox = withSandbox ? await startOwnSandbox(loadConfig(environment)) : null;
  if (sandbox?.web) trust(sandbox.web.certificate);
  const config = withLoopback(loadConfig({ ...environment, ...sandbox?.environment }), withSandbox);
  const log = createLog(config.logLevel);
  if (sandbox?.absent) log.warn({ reason: sandbox.absent }, "no stand-in for WhatsApp Web");
  const database = await openDatabase(config, log);
  const { databaseUrl, secrets, keys } = database;
  const daemon = await startDaemon({ config, databaseUrl, secrets, keys, log }).catch(
    async (cause: unknown) => {
      await database.close();
      throw cause;
    },
  );
  sandbox?.graph.setWebhookUrl(`${daemon.url}/v1/providers/whatsapp/webhook`);
  if (database.embedded || withSandbox)
    await welcome(environment, config.home, database, daemon, withSandbox);
  log.info({ url: daemon.url, docs: `${daemon.url}/docs`, sandbox: sandbox?.graph.url }, "waypost is ready");
  return {
    config,
    database,
    daemon,
    sandbox,
    async stop() {
      log.info("stopping");
      await daemon.stop();
      await sandbox?.stop();
      await database.close();
      log.info("stopped");
    },
  };
}

/**
 * On its usual port, where the terminal client looks for it, unless another sandbox has that, or takes it between
 * the look and the start.
 */
async function startOwnSandbox({ home, sandboxPort }: Config): Promise<Sandbox> {
  const folder = join(home, "sandbox");
  try {
    return await startSandbox({ port: freePortFrom(sandboxPort), folder });
  } catch (cause) {
    if (!isPortTaken(cause)) throw cause;
    return startSandbox({ folder });
  }
}

/** With a sandbox, webhooks may go to this machine: there is nothing else to send them to. */
function withLoopback(config: Config, withSandbox: boolean): Config {
  return withSandbox
    ? { ...config, allowPrivateHosts: [...config.allowPrivateHosts, "127.0.0.0/8"] }
    : config;
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve();
      });
    }
  });
}

async function welcome(
  environment: Environment,
  home: string,
  database: Database,
  daemon: Daemon,
  withSandbox: boolean,
): Promise<void> {
  const sql = connect(database.databaseUrl, { max: 1 });
  try {
    const isFirst = (await firstOrganization(sql)) === null;
    const show = isFirst ? await prepareToShow(process.stderr, home) : null;
    const made = await initialize(sql, database.secrets);
    if (withSandbox) await ensureSandboxChannel(sql, database);
    if (made === null) return;
    const { api_key, organization_id } = made;
    const profile = await writeProfile(environment, { url: daemon.url, api_key, organization_id });
    await show?.("first-start", greeting(made, profile));
  } finally {
    await sql.end();
  }
}

/** The channel of the sandbox's number, so that there is something to send from. */
async function ensureSandboxChannel(sql: Sql, database: Database): Promise<void> {
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const organization = await firstOrganization(sql);
  if (organization === null || (await findChannelByPhoneNumberId(sql, phoneNumber.id)) !== null) return;
  if ((await findOwnChannelByPhoneNumberId(sql, organization.organization_id, phoneNumber.id)) !== null)
    return;
  const id = newId("ch");
  await insertChannel(sql, {
    organization_id: organization.organization_id,
    id,
    platform: CLOUD_API.name,
    status: "connected",
    name: "Sandbox",
    phone_number: `+${phoneNumber.displayPhoneNumber.replace(/\D/g, "")}`,
    phone_number_id: phoneNumber.id,
    waba_id: phoneNumber.wabaId,
    access_token: database.secrets.encrypt(accessToken, tokenContext(id)),
    // so that a first text to any number goes: the sandbox's people have written to nobody yet
    settings: { service_window: "provider" },
    last_seen_at: new Date(),
    proven_at: new Date(),
    account_proven_at: new Date(),
  });
}

function greeting(made: Initialized, profilePath: string): string {
  return [
    "",
    "Welcome. These are shown once:",
    `  user      ${made.user.email}`,
    `  password  ${made.user.password}`,
    `  API key   ${made.api_key}`,
    `The waypost command is set up with them: ${profilePath}`,
    "",
    "",
  ].join("\n");
}
