/** Two Postgres servers, of which one follows the other until it is promoted. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { query } from "./clusters.ts";
import { until } from "./until.ts";

export type Pair = {
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  /** Resolves when the standby has all that the primary has committed. */
  inStep(): Promise<void>;
  stop(): Promise<void>;
};

const SETTINGS = { fsync: "off", shared_buffers: "32MB", wal_level: "replica", max_wal_senders: "3" };

/** Starts both below a folder. */
export async function startPair(folder: string): Promise<Pair> {
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  const made = await startEmbeddedPostgres({ dataDirectory: first, settings: SETTINGS });
  await made.stop();
  // a copy of a server that is stopped is as good as a base backup
  spawnSync("cp", ["-a", first, second]);
  writeFileSync(join(second, "postgres", "data", "standby.signal"), "");
  const primary = await startEmbeddedPostgres({ dataDirectory: first, settings: SETTINGS });
  const { username, password, hostname, port } = new URL(primary.url);
  const standby = await startEmbeddedPostgres({
    dataDirectory: second,
    settings: {
      ...SETTINGS,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
  });
  return {
    primary,
    standby,
    async inStep() {
      const [{ lsn } = { lsn: "" }] = await query(
        primary.url,
        "select pg_current_wal_flush_lsn()::text as lsn",
      );
      const reached = `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as reached`;
      await until(async () => (await query(standby.url, reached))[0]?.reached === true);
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}
