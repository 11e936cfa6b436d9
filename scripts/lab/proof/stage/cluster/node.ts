/** One machine of the cluster: Patroni and its Postgres, reached over cables alone. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "../../../../../db/embedded/account.ts";
import { freePort } from "../../../../lib/free-port.ts";
import { startRelay } from "../../../stage/relay.ts";
import { type Passwords, patroniSettings } from "./patroni-settings.ts";

export type Node = {
  name: string;
  /** Where Postgres and Patroni are reached. */
  postgresPort: number;
  patroniPort: number;
  start(): void;
  /** Ends Patroni and Postgres at once, as when the machine loses power. */
  lose(): Promise<void>;
  /** Nothing passes to or from the machine any more. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
};

export type NodeOptions = {
  name: string;
  folder: string;
  account: Account;
  etcdPort: number;
  passwords: Passwords;
  binaries: string;
};

export async function makeNode(options: NodeOptions): Promise<Node> {
  const { name, folder, account } = options;
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  const own = { postgres: freePort(), patroni: freePort() };
  const cables = {
    postgres: await startRelay(() => own.postgres),
    patroni: await startRelay(() => own.patroni),
    etcd: await startRelay(() => options.etcdPort),
  };
  const all = Object.values(cables);
  const file = join(home, "patroni.json");
  writeFileSync(file, JSON.stringify(patroniSettings({ ...options, home, own, cables }), null, 2));
  if (account) for (const path of [home, file]) chownSync(path, account.uid, account.gid);
  let running: ChildProcess | null = null;

  async function lose(): Promise<void> {
    const patroni = running;
    running = null;
    if (patroni === null || patroni.exitCode !== null) return;
    const gone = once(patroni, "exit");
    patroni.kill("SIGKILL");
    killPostgres(home);
    await gone;
  }

  return {
    name,
    postgresPort: cables.postgres.port,
    patroniPort: cables.patroni.port,
    start() {
      const log = openSync(join(folder, `${name}.log`), "a");
      running = spawn("patroni", [file], {
        ...account,
        cwd: home,
        env: ENVIRONMENT,
        stdio: ["ignore", log, log],
      });
      closeSync(log);
    },
    lose,
    cut: () => all.forEach((cable) => void cable.silence()),
    mend: () => all.forEach((cable) => void cable.heal()),
    async stop() {
      await lose();
      for (const cable of all) await cable.stop();
    },
  };
}

const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" };

/** Its other processes end with the first one. */
function killPostgres(home: string): void {
  try {
    process.kill(Number.parseInt(readFileSync(join(home, "data", "postmaster.pid"), "utf8"), 10), "SIGKILL");
  } catch {
    // it does not run
  }
}
