/** A Postgres of the run's own, which may be killed and started again on the same data and port. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../../../db/connection/client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../../../db/embedded/embedded.ts";
import { freePort } from "../../../lib/free-port.ts";
import type { Away } from "../world/fault-plan.ts";
import { type DatabaseClock, openClock } from "./database-clock.ts";
import { openDisk, type SmallDisk } from "./small-disk.ts";

export type Postgres = {
  url: string;
  /** The small file system that its data is on; null where none can be mounted. */
  disk: SmallDisk | null;
  /** The tables of Waypost and of its job runner, with how many rows each has. */
  countRows(): Promise<{ name: string; rows: number }[]>;
  /** Its clock; null where there is no libfaketime. */
  clock: DatabaseClock | null;
  /** kill -9. */
  kill(): void;
  /** Takes the primary of several servers away; resolves when all is well again. Null where there is one server. */
  takePrimaryAway: ((how: Away) => Promise<void>) | null;
  /** Starts it again; does nothing while it runs. Throws once it was stopped. */
  start(): Promise<void>;
  /** Ends it for good, also while it is starting. */
  stop(): Promise<void>;
};

/** Loses nothing when Postgres is killed; a crash of the machine would be another matter. */
const SETTINGS = { fsync: "off", max_connections: "120", max_wal_size: "64MB" };

/** Its data takes seconds to make, in which another program may take the port. */
const PORT_TRIES = 3;

/** Starts it on a folder. What keeps it from starting leaves nothing behind. */
export async function startPostgres(dataDirectory: string): Promise<Postgres> {
  let port = freePort();
  const disk = openDisk(dataDirectory);
  const servers: EmbeddedPostgres[] = [];
  const clock = openClock(join(dataDirectory, "postgres", "data"));
  const environment = clock?.environment ?? {};
  let isStopped = false;
  let starting: Promise<void> = Promise.resolve();
  const startNow = async () => {
    if (isStopped) throw new Error("this Postgres was stopped for good");
    servers.push(await startEmbeddedPostgres({ dataDirectory, port, settings: SETTINGS, environment }));
  };
  const start = () => {
    starting = starting.catch(() => {}).then(startNow);
    return starting;
  };
  const stop = async () => {
    isStopped = true;
    await starting.catch(() => {});
    try {
      for (const server of servers) await server.stop();
    } finally {
      disk?.close();
    }
  };
  const startFirst = async (triesLeft = PORT_TRIES): Promise<void> => {
    try {
      await start();
    } catch (cause) {
      if (triesLeft <= 1 || !String(cause).includes("Address already in use")) throw cause;
      port = freePort();
      await startFirst(triesLeft - 1);
    }
  };
  try {
    await startFirst();
  } catch (cause) {
    await stop();
    throw cause;
  }
  const url = servers[0]?.url ?? "";
  return {
    ...{ url, disk, clock, start, stop, takePrimaryAway: null, countRows: () => countRows(url) },
    kill() {
      const file = join(dataDirectory, "postgres", "data", "postmaster.pid");
      process.kill(Number.parseInt(readFileSync(file, "utf8"), 10), "SIGKILL");
    },
  };
}

/** The tables of Waypost and of its job runner, with how many rows each has. */
export async function countRows(url: string): Promise<{ name: string; rows: number }[]> {
  const sql = connect(url, { max: 1, withoutFunctions: true });
  try {
    const tables = await sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`;
    const counted: { name: string; rows: number }[] = [];
    for (const { schema, name } of tables) {
      const [row] = await sql<{ rows: number }[]>`
        select count(*)::integer as rows from ${sql(schema)}.${sql(name)}`;
      counted.push({ name, rows: row?.rows ?? 0 });
    }
    return counted;
  } finally {
    await sql.end();
  }
}
