/** A PgBouncer in transaction mode in front of a Postgres. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "../../db/embedded/account.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { until } from "./until.ts";

export type PgBouncer = {
  /** The same URL, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
};

export const PGBOUNCER = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` });

/** Starts one; `settings` are lines of its configuration. It lends fewer connections than a daemon opens. */
export async function startPgBouncer(postgresUrl: string, settings: string[] = []): Promise<PgBouncer> {
  const { username, password, hostname, port } = new URL(postgresUrl);
  const folder = temporaryFolder("pgbouncer");
  const listening = freePort();
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    "[pgbouncer]",
    ...["pool_mode = transaction", "default_pool_size = 3", "auth_type = any"],
    ...["listen_addr = 127.0.0.1", `listen_port = ${listening}`, "unix_socket_dir =", ...settings],
  ];
  writeFileSync(file, lines.join("\n"));
  const account = chooseAccount(folder);
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const child = spawn(PGBOUNCER ?? "pgbouncer", [file], { ...account, stdio: "ignore" });
  const through = (url: string) => {
    const other = new URL(url);
    other.port = String(listening);
    return other.href;
  };
  await until(() => accepts(listening));
  return {
    through,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
