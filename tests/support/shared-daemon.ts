/**
 * The daemon of this process, as everybody has it. Each file that asks for it finds an organisation, a key, a channel and
 * a sandbox of its own there: what the file before had is gone, and what it left running finds nothing.
 */
import { afterAll, beforeAll } from "bun:test";
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

type Host = Pick<TestDaemon, "databaseUrl" | "config" | "daemon"> & { database: TestDatabase; port: number };

/** A run of many files ends it with its databases. */
const IS_OF_A_RUN = process.env.TEST_TEMPLATE !== undefined;

let host: Promise<Host> | undefined;

/** For all tests of a file: it is there from the first hook on that the file adds itself. */
export function sharedDaemon(): TestDaemon {
  const guest = {} as TestDaemon;
  beforeAll(async () => {
    host ??= startHost();
    Object.assign(guest, await receive(await host));
  });
  afterAll(() => guest.sandbox.stop());
  return guest;
}

/** Ends this process's daemon, unless more files may ask for it. */
export async function stopSharedDaemon(): Promise<void> {
  if (host === undefined || IS_OF_A_RUN) return;
  const { daemon, database } = await host;
  host = undefined;
  await daemon.stop();
  await database.drop();
}

async function startHost(): Promise<Host> {
  const database = await testDatabase();
  if (IS_OF_A_RUN) database.keep();
  // for its address, where every guest's own will be
  const sandbox = await startSandbox();
  const config = testConfig(sandbox, hostHome());
  await sandbox.stop();
  const { url: databaseUrl } = database;
  const secrets = createSecrets(KEYS);
  const daemon = await startDaemon({ config, databaseUrl, secrets, log: createLog(config.logLevel) });
  return { database, databaseUrl, config, daemon, port: sandbox.port };
}

async function receive({ database, port, daemon, ...rest }: Host): Promise<TestDaemon> {
  await clear(database);
  const sandbox = await startSandbox(port);
  sandbox.setWebhookUrl(webhookOf(daemon));
  const { secrets, ...made } = await insertFirstOrganization(database.sql);
  const organizationId = made.organization_id;
  const channelId = await insertSandboxChannel(database.sql, secrets, organizationId, UNPACED);
  const call = caller(daemon.url, made.api_key);
  return {
    ...rest,
    ...{ daemon, sandbox, secrets, sql: database.sql, url: daemon.url },
    ...{ key: made.api_key, organizationId, channelId, call },
    until: (id, ...statuses) => untilStatus(call, id, statuses),
  };
}

function startSandbox(port = 0): Promise<GraphSandbox> {
  return startGraphSandbox({ ...SANDBOX_DEFAULTS, version: graphVersion(), port });
}

/** What the installation has, and no organisation. */
const KEPT = [
  ...["schema_migrations", "schema_functions", "function_sets", "schema_program"],
  ...["installation", "derived_secrets", "daemons", "pooled_settings", "database_copy"],
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
