/** Daemons as processes of their own, to be killed: all on one database and one sandbox. */
import { closeSync, openSync } from "node:fs";
import { tokenContext } from "../../daemon/channels/channel.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { type GraphSandbox, startGraphSandbox } from "../../daemon/sandbox/graph/sandbox.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { runtimeEnvironment } from "../../scripts/lib/short-runs.ts";
import { FEW_CONNECTIONS } from "./daemon.ts";
import { testDatabase } from "./database.ts";
import { insertFirstOrganization } from "./first-organization.ts";
import { graphVersion } from "./graph-version.ts";
import { testHome } from "./home.ts";
import { LONG_MS } from "./long.ts";
import { daemonProgram, needsSource } from "./programs.ts";
import { until } from "./until.ts";

export type Site = {
  sql: Sql;
  databaseUrl: string;
  sandbox: GraphSandbox;
  key: string;
  /** The organisation's first user. */
  user: { email: string; password: string };
  /** In base64; daemons have it in their environment unless that is replaced. */
  masterKey: string;
  organizationId: string;
  channelId: string;
  /**
   * Starts a daemon on this port and resolves when it answers; all it prints is added to the file `printed`, if one is
   * given, and `enter` stands before its command. `WAYPOST_TEST_SOURCE` names the main file of another version.
   */
  start(
    port: number,
    environment?: Record<string, string>,
    printed?: string,
    enter?: readonly string[],
  ): Promise<DaemonProcess>;
  stop(): Promise<void>;
};

export type DaemonProcess = {
  url: string;
  /** Ends it with a signal (default SIGKILL) and waits for that. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops it where it is, until it is killed: its connections stay open. */
  freeze(): void;
};

/** A database with an organisation and a channel, and a sandbox whose webhooks go to `webhookPort`. */
export async function prepareSite(webhookPort: number, settings: object): Promise<Site> {
  const database = await testDatabase();
  const sandbox = await startGraphSandbox({
    ...SANDBOX_DEFAULTS,
    version: graphVersion(),
    webhookUrl: `http://127.0.0.1:${webhookPort}/v1/providers/whatsapp/webhook`,
  });
  const { secrets, ...made } = await insertFirstOrganization(database.sql);
  const channelId = newId("ch");
  await insertChannel(database.sql, {
    organization_id: made.organization_id,
    id: channelId,
    platform: "whatsapp_official",
    status: "connected",
    name: "Sandbox",
    phone_number_id: SANDBOX_DEFAULTS.phoneNumber.id,
    waba_id: SANDBOX_DEFAULTS.phoneNumber.wabaId,
    access_token: secrets.encrypt(SANDBOX_DEFAULTS.accessToken, tokenContext(channelId)),
    proven_at: new Date(),
    account_proven_at: new Date(),
    // so that tests may write to anybody first
    settings: { service_window: "provider", ...settings },
  });
  // a test's log begins with what the test does
  await database.sql`delete from events where channel_id = ${channelId}`;
  const shared = {
    DATABASE_URL: database.url,
    WAYPOST_MASTER_KEY: made.masterKey,
    WAYPOST_GRAPH_URL: sandbox.graphUrl,
    WAYPOST_APP_ID: SANDBOX_DEFAULTS.appId,
    WAYPOST_APP_SECRET: SANDBOX_DEFAULTS.appSecret,
    WAYPOST_ALLOW_PRIVATE_HOSTS: "127.0.0.0/8",
    WAYPOST_LOG_LEVEL: "error",
    WAYPOST_DATABASE_POOL_SIZE: FEW_CONNECTIONS,
  };
  const running = new Set<DaemonProcess>();
  return {
    sql: database.sql,
    databaseUrl: database.url,
    sandbox,
    key: made.api_key,
    user: made.user,
    masterKey: made.masterKey,
    organizationId: made.organization_id,
    channelId,
    async start(port, environment = {}, printed, enter) {
      const daemon = await spawnDaemon(port, { ...shared, ...environment }, printed, enter);
      running.add(daemon);
      return daemon;
    },
    async stop() {
      for (const daemon of running) await daemon.kill();
      await sandbox.stop();
      await database.drop();
    },
  };
}

async function spawnDaemon(
  port: number,
  environment: Record<string, string>,
  printed?: string,
  enter: readonly string[] = [],
): Promise<DaemonProcess> {
  const output = printed === undefined ? null : openSync(printed, "a", 0o600);
  const { WAYPOST_TEST_SOURCE: source } = environment;
  const program =
    source === undefined
      ? daemonProgram({ isSource: needsSource(environment) })
      : [process.execPath, "--no-env-file", source];
  const child = Bun.spawn([...enter, ...program, "serve"], {
    cwd: `${import.meta.dir}/../..`,
    env: {
      ...runtimeEnvironment(),
      PATH: process.env.PATH ?? "",
      HOME: testHome(),
      WAYPOST_PORT: String(port),
      ...environment,
    },
    stdout: output ?? "ignore",
    stderr: output ?? "inherit",
  });
  if (output !== null) closeSync(output);
  const url = `http://${environment.WAYPOST_HOST ?? "127.0.0.1"}:${port}`;
  while (
    !(await fetch(`${url}/v1/ready`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}`);
    await Bun.sleep(20);
  }
  return {
    url,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      await child.exited;
      return child.exitCode;
    },
    freeze: () => child.kill("SIGSTOP"),
  };
}

/** Resolves when nothing waits in any lane, and all that was sent has arrived. */
export async function untilSettled({ sql }: Site): Promise<void> {
  await until(async () => {
    const [row] = await sql`
      select (select count(*) from lane_items) + (select count(*) from messages where status in ('queued', 'sent')) as count`;
    return row?.count === 0;
  }, LONG_MS);
}
