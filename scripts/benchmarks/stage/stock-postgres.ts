/** Debian's Postgres as it comes, on a cluster of its own for the length of a run. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/connection/client.ts";
import { type Account, chooseAccount } from "../../../db/embedded/account.ts";
import { freePort } from "../../lib/free-port.ts";

export type StockPostgres = { url: string; stop(): Promise<void> };

/** There is none; the message says what to do. */
export class StockMissingError extends Error {}

/** One folder a version. */
const INSTALLED = "/usr/lib/postgresql";
const START_MS = 60_000;

/**
 * Starts the newest version that is installed, with the configuration that `initdb` writes: on loopback, durable,
 * not as root. Throws `StockMissingError` when none is installed.
 */
export async function startStockPostgres(): Promise<StockPostgres> {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), "waypost-bench-stock-"));
  const account = chooseAccount(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const data = makeCluster(programs, folder, account);
    const server = await startServer(programs, data, account);
    return {
      url: server.url,
      async stop() {
        await end(server.child);
        remove();
      },
    };
  } catch (cause) {
    remove();
    throw cause;
  }
}

function findPrograms(): string {
  const versions = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
    .map(Number)
    .filter((version) => version >= 15);
  if (versions.length > 0) return join(INSTALLED, String(Math.max(...versions)), "bin");
  throw new StockMissingError(
    "Debian's Postgres is not installed: apt-get install postgresql, or measure without the stock one.",
  );
}

const PASSWORD = crypto.randomUUID();

/** The folder stays its maker's; the data is the account's that Postgres runs as. */
function makeCluster(programs: string, folder: string, account: Account): string {
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  if (account) for (const path of [folder, data, passwordFile]) chownSync(path, account.uid, account.gid);
  const how = ["--username=waypost", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--locale=C.UTF-8"];
  const made = spawnSync(join(programs, "initdb"), ["-D", data, ...how], { ...account, cwd: folder });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  return data;
}

async function startServer(programs: string, data: string, account: Account) {
  const port = freePort();
  const where = ["-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  const child = spawn(join(programs, "postgres"), ["-D", data, ...where], {
    ...account,
    cwd: data,
    stdio: "ignore",
  });
  const url = `postgres://waypost:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const deadline = Date.now() + START_MS;
  while (!(await accepts(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end(child);
      throw new Error(`${programs}/postgres did not start`);
    }
    await Bun.sleep(100);
  }
  return { child, url };
}

async function accepts(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  return await sql`select`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end());
}

/** SIGINT is Postgres's fast shutdown. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
}
