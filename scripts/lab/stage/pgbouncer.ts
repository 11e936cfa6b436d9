/** A PgBouncer in transaction mode in front of a Postgres. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "../../../db/embedded/account.ts";
import { freePort } from "../../lib/free-port.ts";

export type PgBouncer = { port: number; stop(): Promise<void> };

/** The program; null where it is not installed. */
export const PGBOUNCER = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` });

/** Starts one with its file in `folder`; `settings` are lines of its configuration. */
export async function startPgBouncer(
  folder: string,
  postgresUrl: string,
  settings: string[],
): Promise<PgBouncer> {
  const { username, password, hostname, port: target } = new URL(postgresUrl);
  const port = freePort();
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${target} user=${username} password=${password}`,
    "[pgbouncer]",
    ...["pool_mode = transaction", "auth_type = any", "listen_addr = 127.0.0.1", `listen_port = ${port}`],
    ...["unix_socket_dir =", ...settings],
  ];
  writeFileSync(file, lines.join("\n"));
  const account = chooseAccount(folder);
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const child = spawn(PGBOUNCER ?? "pgbouncer", [file], { ...account, stdio: "ignore" });
  while (child.exitCode === null && !(await accepts(port))) await Bun.sleep(20);
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
  return {
    port,
    async stop() {
      // an interrupt in a terminal reaches it, too
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
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
