import type { Logger } from "pino";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded.ts";
import type { Config } from "./config.ts";
import { createSecrets, type Secrets } from "./secrets/envelope.ts";
import { loadMasterKey } from "./secrets/master-key.ts";

/** What every program of the daemon stands on. */
export type Ground = {
  databaseUrl: string;
  /** The database is ours, under the data directory. */
  embedded: boolean;
  secrets: Secrets;
  close(): Promise<void>;
};

const LOOK_MILLISECONDS = 2000;

/** Opens the database (starting the embedded one when none is configured) and the master key. */
export async function openGround(config: Config, log: Logger): Promise<Ground> {
  const secrets = createSecrets([loadMasterKey(config)]);
  if (config.databaseUrl !== undefined) {
    return { databaseUrl: config.databaseUrl, embedded: false, secrets, close: async () => {} };
  }
  const start = (port?: number) =>
    startEmbeddedPostgres({
      dataDirectory: config.home,
      log: (message) => log.info(message),
      ...(port === undefined ? {} : { port }),
    });
  const postgres = await start();
  const close = keepRunning(postgres, start, log);
  return { databaseUrl: postgres.url, embedded: true, secrets, close };
}

/** Starts the embedded Postgres again, on its port, should it end while the daemon runs. Returns how to end both. */
function keepRunning(
  first: EmbeddedPostgres,
  start: (port: number) => Promise<EmbeddedPostgres>,
  log: Logger,
): () => Promise<void> {
  let postgres = first;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (await answers(postgres.port)) return;
    log.error("the embedded Postgres ended; it is started again");
    const { port } = postgres;
    await postgres.stop();
    postgres = await start(port);
  }

  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((cause: unknown) =>
        log.error({ err: cause }, "the embedded Postgres could not be started again"),
      );
  }, LOOK_MILLISECONDS);
  return async () => {
    clearInterval(timer);
    await looking;
    await postgres.stop();
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
