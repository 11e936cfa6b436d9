import type { Logger } from "pino";
import { connect } from "../../db/connection/client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { isInstalled } from "../../db/secrets/secrets.ts";
import type { Config } from "../config/settings.ts";
import { createSerial } from "../lib/serial.ts";
import { createSecrets, type Keyring } from "../secrets/envelope.ts";
import { exposedFiles } from "../secrets/exposed-files.ts";
import { type KeySource, keySource } from "../secrets/master-key.ts";
import { MasterKeyError } from "../secrets/master-key-error.ts";

/** A database that is open, with the keys to its secrets. */
export type Database = {
  /** Leads to Postgres itself. */
  databaseUrl: string;
  /** Leads there through a pooler. */
  pooledUrl: string | undefined;
  /** The database is ours, under the data directory. */
  embedded: boolean;
  secrets: Keyring;
  /** Where its keys come from, and new ones are found. */
  keys: KeySource;
  close(): Promise<void>;
};

const LOOK_MS = 2000;

/**
 * Opens the database (starting the embedded one when none is configured) and
 * the master key, which is made for a new database. Throws `MasterKeyError`
 * when it is missing for one that has secrets, or of no use.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const keys = keySource(config);
  const known = await keys.read();
  for (const { path, mode } of exposedFiles(config.home))
    log.warn({ path, mode }, "other accounts of this machine can read this; chmod it");
  const postgres = await reachPostgres(config, log);
  try {
    return {
      ...postgres,
      secrets: createSecrets(known ?? (await makeKeys(keys, postgres.databaseUrl))),
      keys,
    };
  } catch (cause) {
    await postgres.close();
    throw cause;
  }
}

/** A new key would be of no use to secrets that are there already: then the old one has to come back. */
async function makeKeys(keys: KeySource, databaseUrl: string) {
  const sql = connect(databaseUrl, { max: 1 });
  try {
    if (keys.file === null || (await isInstalled(sql)))
      throw new MasterKeyError(
        `${keys.name} is missing, and the database has secrets that only it can decrypt; restore it from your backup. Nothing was changed`,
      );
    return keys.file.make();
  } finally {
    await sql.end();
  }
}

async function reachPostgres(
  config: Config,
  log: Logger,
): Promise<Pick<Database, "databaseUrl" | "pooledUrl" | "embedded" | "close">> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl !== undefined) {
    const urls =
      databaseDirectUrl === undefined
        ? { databaseUrl, pooledUrl: undefined }
        : { databaseUrl: databaseDirectUrl, pooledUrl: databaseUrl };
    return { ...urls, embedded: false, close: async () => {} };
  }
  const start = (port?: number) =>
    startEmbeddedPostgres({
      dataDirectory: config.home,
      log: (message) => log.info(message),
      ...(port === undefined ? {} : { port }),
    });
  const postgres = await start();
  const close = keepRunning(postgres, start, log);
  return { databaseUrl: postgres.url, pooledUrl: undefined, embedded: true, close };
}

/** Starts the embedded Postgres again, on its port, should it end while the daemon runs. Returns how to end both. */
function keepRunning(
  first: EmbeddedPostgres,
  start: (port: number) => Promise<EmbeddedPostgres>,
  log: Logger,
): () => Promise<void> {
  let postgres = first;
  const looking = createSerial((cause) =>
    log.error({ err: cause }, "the embedded Postgres could not be started again"),
  );

  async function look(): Promise<void> {
    if (await accepts(postgres.port)) return;
    log.error("the embedded Postgres ended; it is started again");
    const { port } = postgres;
    await postgres.stop();
    postgres = await start(port);
  }

  const timer = setInterval(() => looking.add(look), LOOK_MS);
  return async () => {
    clearInterval(timer);
    await looking.done();
    await postgres.stop();
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
