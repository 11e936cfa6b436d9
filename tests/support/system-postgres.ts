/** A Postgres of the system's own programs, which has what the embedded one lacks: `pg_dump` and `pg_restore`. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "../../db/embedded/account.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export type SystemPostgres = {
  /** The URL of one of its databases. */
  url(database: string): string;
  /** Runs one of its programs to its end. Throws what it says when it fails. */
  run(program: string, ...words: string[]): void;
  stop(): Promise<void>;
};

const INSTALLED = "/usr/lib/postgresql";
const NEEDED = ["initdb", "postgres", "pg_isready", "pg_dump", "pg_restore"];

/** The folder of its programs; null where these are not installed. */
export const SYSTEM_POSTGRES =
  (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(INSTALLED, version, "bin"))
    .find((folder) => NEEDED.every((program) => existsSync(join(folder, program)))) ?? null;

/** Starts one on an empty cluster, whose superuser is `postgres`. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const programs = SYSTEM_POSTGRES ?? "";
  const folder = temporaryFolder("system-postgres");
  const account = chooseAccount(folder);
  if (account) chownSync(folder, account.uid, account.gid);
  const port = freePort();
  const run = (program: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(join(programs, program), words, { cwd: folder, ...account });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  };
  const data = join(folder, "data");
  run("initdb", "--auth=trust", "--username=postgres", "--no-sync", data);
  const settings = ["-F", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  const server = spawn(join(programs, "postgres"), ["-D", data, "-p", String(port), ...settings], {
    ...{ cwd: folder, stdio: "ignore" },
    ...account,
  });
  await until(
    () => spawnSync(join(programs, "pg_isready"), [`--port=${port}`, "--host=127.0.0.1"]).status === 0,
  );
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    run,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
