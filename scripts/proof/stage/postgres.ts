/** A Postgres of the run's own, which may be killed and started again on the same data and port. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../db/embedded/embedded.ts";
import { freePort } from "../../lib/free-port.ts";
import { openDisk, type SmallDisk } from "./small-disk.ts";

export type Postgres = {
  url: string;
  port: number;
  /** The small file system that its data is on; null where none can be mounted. */
  disk: SmallDisk | null;
  /** kill -9. */
  kill(): void;
  /** Starts it again; does nothing while it runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Loses nothing when Postgres is killed; a crash of the machine would be another matter. */
const SETTINGS = { fsync: "off", max_connections: "120", max_wal_size: "64MB" };

/** Starts it on a folder. */
export async function startPostgres(dataDirectory: string): Promise<Postgres> {
  const port = freePort();
  const disk = openDisk(dataDirectory);
  const servers: EmbeddedPostgres[] = [];
  const start = async () => {
    servers.push(await startEmbeddedPostgres({ dataDirectory, port, settings: SETTINGS }));
  };
  await start();
  return {
    ...{ url: servers[0]?.url ?? "", port, disk, start },
    kill() {
      const file = join(dataDirectory, "postgres", "data", "postmaster.pid");
      process.kill(Number.parseInt(readFileSync(file, "utf8"), 10), "SIGKILL");
    },
    async stop() {
      for (const server of servers) await server.stop();
      disk?.close();
    },
  };
}
