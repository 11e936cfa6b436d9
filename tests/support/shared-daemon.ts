/**
 * A daemon of this process, as everybody has it. Each file that asks for it finds an organisation, a key, a channel and
 * a sandbox of its own there: what the file before had is gone, and what it left running finds nothing.
 */
import { beforeAll } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { type GraphSandbox, startGraphSandbox } from "../../daemon/sandbox/graph/sandbox.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { RATES_CHANGED_CHANNEL } from "../../db/costs/rate-cards.ts";
import {
  caller,
  insertSandboxChannel,
  type TestDaemon,
  testConfig,
  UNPACED,
  untilStatus,
  webhookOf,
} from "./daemon.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { insertFirstOrganization, KEYS } from "./first-organization.ts";
import { graphVersion } from "./graph-version.ts";
import { hostHome } from "./home.ts";
import { eventually } from "./until.ts";

type Host = Pick<TestDaemon, "databaseUrl" | "config" | "daemon"> & {
  database: TestDatabase;
  /** Of the last file that asked. It stays until the next has its own at the same address, which nobody else takes. */
  sandbox: GraphSandbox;
};

/** A run of many files ends them with its databases. */
const IS_OF_A_RUN = process.env.TEST_TEMPLATE !== undefined;

/** One for each version of the Graph API, which a daemon has from its start on. */
const hosts = new Map<string, Promise<Host>>();

/** For all tests of a file: it is there from the first hook on that the file adds itself. */
export function sharedDaemon(): TestDaemon {
  const guest = {} as TestDaemon;
  beforeAll(async () => {
    const version = graphVersion();
    const host = hosts.get(version) ?? startHost(version);
    hosts.set(version, host);
    Object.assign(guest, await receive(await host, version));
  });
  return guest;
}

/** Ends this process's daemons, unless more files may ask for them. */
export async function stopSharedDaemons(): Promise<void> {
  if (IS_OF_A_RUN) return;
  for (const { daemon, sandbox, database } of await Promise.all(hosts.values())) {
    await daemon.stop();
    await sandbox.stop();
    await database.drop();
  }
  hosts.clear();
}

async function startHost(version: string): Promise<Host> {
  const database = await testDatabase();
  if (IS_OF_A_RUN) database.keep();
  const sandbox = await startGraphSandbox({ ...SANDBOX_DEFAULTS, version });
  const config = testConfig(sandbox, hostHome());
  const { url: databaseUrl } = database;
  const secrets = createSecrets(KEYS);
  const daemon = await startDaemon({ config, databaseUrl, secrets, log: createLog(config.logLevel) });
  return { database, databaseUrl, config, daemon, sandbox };
}

async function receive(host: Host, version: string): Promise<TestDaemon> {
  const { database, databaseUrl, daemon, config } = host;
  const { port } = host.sandbox;
  await host.sandbox.stop();
  await clear(database);
  host.sandbox = await startGraphSandbox({ ...SANDBOX_DEFAULTS, version, port });
  host.sandbox.setWebhookUrl(webhookOf(daemon));
  const { secrets, ...made } = await insertFirstOrganization(database.sql);
  const organizationId = made.organization_id;
  const channelId = await insertSandboxChannel(database.sql, secrets, organizationId, UNPACED);
  const call = caller(daemon.url, made.api_key);
  return {
    ...{ daemon, config, databaseUrl, secrets, sandbox: host.sandbox, sql: database.sql, url: daemon.url },
    ...{ key: made.api_key, organizationId, channelId, call },
    until: (id, ...statuses) => untilStatus(call, id, statuses),
  };
}

/** The installation's own tables: no organisation's, and kept from file to file. */
export const KEPT: readonly string[] = [
  ...["schema_migrations", "schema_functions", "function_sets", "schema_program"],
  ...["installation", "derived_secrets", "daemons", "pooled_settings", "database_copy"],
];

/** No organisation's either, but what tests write into them is nothing to the next file. */
export const EMPTIED: readonly string[] = [
  ...["drift", "inbound_routes", "login_failures", "message_search_words", "portfolios"],
  ...["rate_cards", "rate_windows", "rates", "taken_login_states"],
];

/** Empties all other tables, without the work of the product's own way, and whatever refers to what. */
async function clear({ admin, sql }: TestDatabase): Promise<void> {
  const tables = await admin<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;
  const emptied = tables.filter(({ name }) => !KEPT.includes(name));
  const deletes = emptied.map(({ name }) => `delete from ${name};`).join(" ");
  await retried(() =>
    admin.begin((transaction) =>
      transaction.unsafe(`set local session_replication_role = replica; ${deletes}`),
    ),
  );
  await sql`select pg_notify(${RATES_CHANGED_CHANNEL}, '')`;
}

/** Work that the file before left running may hold some rows, and want others. */
async function retried(work: () => Promise<unknown>): Promise<void> {
  await eventually("end of the deadlocks", () =>
    work().then(
      () => true,
      (cause) => {
        if (cause.code !== "40P01") throw cause;
        return false;
      },
    ),
  );
}
