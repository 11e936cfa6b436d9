/**
 * Starts everything on this machine (database, sandbox, daemon), sends a first
 * message and shows it delivered, with its signed webhook verified. With --real
 * there is no sandbox, and a first number is paired. Then stays up until Ctrl-C;
 * with --once it stops, exit 0 when all of it came true.
 */

import { SANDBOX_NOTE } from "../cli/lib/text/sandbox.ts";
import { explainFailedStart } from "../daemon/start/failed-start.ts";
import { loginUrl } from "../daemon/start/login-url.ts";
import { type Running, start, stopSignal } from "../daemon/start/serve.ts";
import { connect } from "../db/connection/client.ts";
import { firstOrganization } from "../db/organizations/organizations.ts";
import { readArguments } from "./lib/up/arguments.ts";
import { showFirstMessage } from "./lib/up/first-message.ts";
import { pairFirst } from "./lib/up/pair.ts";
import { withFreePort } from "./lib/up/port.ts";
import { clientFor } from "./lib/up/profile.ts";
import { say } from "./lib/up/say.ts";

const EXAMPLE = "send --to 14155550123 --text 'Hello' --wait delivered";
const NO_KEY =
  "\nThe terminal client has no key for it. Create one in another terminal: ./scripts/waypostd keys create";

const { once, real } = readArguments(process.argv.slice(2));
process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);
try {
  process.exit((await up()) ? 0 : 1);
} catch (error) {
  fail(error);
}

/** Resolves when it is stopped, or with --once has shown the message: whether all of it worked. */
async function up(): Promise<boolean> {
  const stopped = stopSignal();
  const environment = await withFreePort({ WAYPOST_LOG_LEVEL: "warn", ...process.env });
  const running = await start(environment, !real);
  say(`Waypost is up at ${running.daemon.url}; its API reference is at ${running.daemon.url}/docs`);
  const organizationId = await findOrganization(running);
  const client = await clientFor(process.env, { url: running.daemon.url, organizationId });
  if (real) {
    if (client === null) say(NO_KEY);
    else await pairFirst(running, organizationId, client, stopped);
    await staysUp(running, organizationId, stopped);
    return true;
  }
  say(SANDBOX_NOTE);
  const shown = await showFirstMessage(running, organizationId, stopped);
  if (once) await running.stop();
  else {
    say(client === null ? NO_KEY : `\nTry it from another terminal:\n\n  ${client} ${EXAMPLE}`);
    await staysUp(running, organizationId, stopped);
  }
  return shown || !once;
}

/** Shows how to open the page, and stops everything when it is to. */
async function staysUp(running: Running, organizationId: string, stopped: Promise<unknown>): Promise<void> {
  const { daemon, database } = running;
  const url = await loginUrl({ url: daemon.url, database }, organizationId);
  if (url !== null) say(`\nOpen it in a browser, once and within a minute:\n\n  ${url}`);
  say("\nCtrl-C stops it.");
  await stopped;
  await running.stop();
}

async function findOrganization({ database }: Running): Promise<string> {
  const sql = connect(database.databaseUrl, { max: 1 });
  try {
    const organization = await firstOrganization(sql);
    if (organization === null)
      throw new Error("There is no organisation; create it: ./scripts/waypostd init");
    return organization.organization_id;
  } finally {
    await sql.end();
  }
}

/** Ends with a sentence: the error, and what to do. */
function fail(error: unknown): never {
  process.stderr.write(`up: ${explainFailedStart(error)}\n`);
  process.exit(1);
}
