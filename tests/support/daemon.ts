/** A whole daemon in this process, on a database of its own, with a Graph sandbox in place of Meta. */

import { hashKey, newKey } from "../../daemon/auth/key.ts";
import { tokenContext } from "../../daemon/channels/channel.ts";
import { loadConfig } from "../../daemon/config/config.ts";
import type { Config } from "../../daemon/config/settings.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { type GraphSandbox, startGraphSandbox } from "../../daemon/sandbox/graph/sandbox.ts";
import type { Keyring, Secrets } from "../../daemon/secrets/envelope.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import type { DaemonOptions } from "../../daemon/start/daemon-options.ts";
import { insertKey } from "../../db/auth/api-keys.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { testDatabase } from "./database.ts";
import { insertFirstOrganization } from "./first-organization.ts";
import { graphVersion } from "./graph-version.ts";
import { testHome } from "./home.ts";
import { lookUntil } from "./until.ts";

export type TestDaemon = {
  url: string;
  /** A key with every permission. */
  key: string;
  organizationId: string;
  channelId: string;
  sql: Sql;
  databaseUrl: string;
  secrets: Keyring;
  sandbox: GraphSandbox;
  config: Config;
  daemon: Daemon;
  /** Calls the API with the key; the body is JSON unless it is a string. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Polls a message until its status is one of these; fails after 25 s. */
  until(messageId: string, ...statuses: string[]): Promise<MessageRecord>;
};

/** Nobody else uses it. */
export type OwnDaemon = TestDaemon & {
  /** Ends the daemon, has something happen meanwhile, and starts it again at the same address. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export type Answer = { status: number; headers: Headers; body: any };
// biome-ignore lint/suspicious/noExplicitAny: as above
export type MessageRecord = any;

/** Fast and without limits, so that a test waits for nothing but the work itself, and may write to anybody first. */
export const UNPACED = {
  service_window: "provider",
  rate: { per_second: 100_000, per_recipient_seconds: 0 },
};

/** Each plans its statements and reads the catalogue again: that is most of what Postgres does for a short test. */
export const FEW_CONNECTIONS = "3";

export type TestDaemonOptions = {
  config?: Partial<Config>;
  settings?: object;
  databaseUrl?: string;
  /** The database's URL through a pooler. */
  pooled?: (databaseUrl: string) => string;
  patience?: DaemonOptions["patience"];
  platforms?: NonNullable<DaemonOptions["platforms"]>;
};

/**
 * Starts a daemon; `config` replaces settings, `settings` those of its channel,
 * `databaseUrl` is a new database in place of one of the tests' own.
 */
export async function startTestDaemon({
  config: overrides = {},
  settings = UNPACED,
  databaseUrl,
  pooled,
  patience,
  platforms,
}: TestDaemonOptions = {}): Promise<OwnDaemon> {
  const database = databaseUrl === undefined ? await testDatabase() : await ownDatabase(databaseUrl);
  const sandbox = await startGraphSandbox({ ...SANDBOX_DEFAULTS, version: graphVersion() });
  const config: Config = { ...testConfig(sandbox), ...overrides };
  const { secrets, ...made } = await insertFirstOrganization(database.sql);
  const channelId = await insertSandboxChannel(database.sql, secrets, made.organization_id, settings);
  const options = {
    config,
    databaseUrl: database.url,
    ...(pooled === undefined ? {} : { pooledUrl: pooled(database.url) }),
    secrets,
    log: createLog(config.logLevel),
    ...(patience === undefined ? {} : { patience }),
    ...(platforms === undefined ? {} : { platforms }),
  };
  const daemon = await startDaemon(options);
  let running = daemon;
  sandbox.setWebhookUrl(webhookOf(daemon));
  const call = caller(daemon.url, made.api_key);
  return {
    url: daemon.url,
    key: made.api_key,
    organizationId: made.organization_id,
    channelId,
    sql: database.sql,
    databaseUrl: database.url,
    secrets,
    sandbox,
    config,
    daemon,
    call,
    until: (id, ...statuses) => untilStatus(call, id, statuses),
    async restart(meanwhile) {
      await running.stop();
      await meanwhile();
      const port = Number(new URL(daemon.url).port);
      running = await startDaemon({ ...options, config: { ...config, port } });
    },
    async stop() {
      await running.stop();
      await sandbox.stop();
      await database.drop();
    },
  };
}

/** Where Meta's webhooks of a daemon go. */
export function webhookOf({ url }: Daemon): string {
  return `${url}/v1/providers/whatsapp/webhook`;
}

/** A key of the daemon's organisation with some permissions. */
export async function makeKey(
  daemon: TestDaemon,
  permissions: string[],
  channelIds: string[] | null = null,
): Promise<string> {
  const key = newKey();
  await insertKey(daemon.sql, {
    organization_id: daemon.organizationId,
    id: newId("key"),
    name: "test",
    permissions,
    channel_ids: channelIds,
    created_by: null,
    prefix: key.slice(0, 7),
    last4: key.slice(-4),
    expires_at: null,
    hash: hashKey(key, daemon.secrets.derive("api keys")),
  });
  return key;
}

/** A client of the API with one key. */
export function caller(url: string, key: string | null) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /(?<!nd)json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/** Polls a message until its status is one of these; fails after 25 s. */
export async function untilStatus(
  call: TestDaemon["call"],
  id: string,
  statuses: string[],
): Promise<MessageRecord> {
  const read = async () => (await call("GET", `/v1/messages/${id}`)).body;
  const isSo = ({ status }: MessageRecord) => statuses.includes(status);
  const message = await lookUntil(read, isSo);
  if (!isSo(message)) throw new Error(`message ${id} is ${message.status}, not ${statuses.join(" or ")}`);
  return message;
}

async function ownDatabase(url: string) {
  await migrate(url);
  const sql = connect(url, { max: 2 });
  await makePartitions(sql);
  return { url, sql, drop: () => sql.end() };
}

export function testConfig(sandbox: GraphSandbox, home = testHome()): Config {
  return loadConfig({
    WAYPOST_HOME: home,
    WAYPOST_PORT: "0",
    WAYPOST_GRAPH_URL: sandbox.graphUrl,
    WAYPOST_APP_SECRET: SANDBOX_DEFAULTS.appSecret,
    WAYPOST_VERIFY_TOKEN: SANDBOX_DEFAULTS.verifyToken,
    WAYPOST_ALLOW_PRIVATE_HOSTS: "127.0.0.0/8",
    WAYPOST_LOG_LEVEL: "error",
    WAYPOST_DATABASE_POOL_SIZE: FEW_CONNECTIONS,
  });
}

/** The sandbox's number as a channel that works. */
export async function insertSandboxChannel(
  sql: Sql,
  secrets: Secrets,
  organizationId: string,
  settings: object,
) {
  const { phoneNumber, accessToken } = SANDBOX_DEFAULTS;
  const id = newId("ch");
  await insertChannel(sql, {
    organization_id: organizationId,
    id,
    platform: "whatsapp_official",
    status: "connected",
    name: "Sandbox",
    phone_number_id: phoneNumber.id,
    waba_id: phoneNumber.wabaId,
    access_token: secrets.encrypt(accessToken, tokenContext(id)),
    proven_at: new Date(),
    account_proven_at: new Date(),
    settings,
  });
  // a test's log begins with what the test does
  await sql`delete from events where channel_id = ${id}`;
  return id;
}
