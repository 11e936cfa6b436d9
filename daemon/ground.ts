import type { Logger } from "pino";
import { startEmbeddedPostgres } from "../db/embedded.ts";
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

/** Opens the database (starting the embedded one when none is configured) and the master key. */
export async function openGround(config: Config, log: Logger): Promise<Ground> {
  const secrets = createSecrets([loadMasterKey(config)]);
  if (config.databaseUrl !== undefined) {
    return { databaseUrl: config.databaseUrl, embedded: false, secrets, close: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({
    dataDirectory: config.home,
    log: (message) => log.info(message),
  });
  return { databaseUrl: postgres.url, embedded: true, secrets, close: () => postgres.stop() };
}
