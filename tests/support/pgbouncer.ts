/** A PgBouncer of a test's own. */
import { rmSync } from "node:fs";
import { startPgBouncer as start } from "../../scripts/lab/stage/pgbouncer.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export { PGBOUNCER } from "../../scripts/lab/stage/pgbouncer.ts";

export type PgBouncer = {
  /** The same URL, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
};

/** Starts one; `settings` are lines of its configuration. It lends fewer connections than a daemon opens. */
export async function startPgBouncer(postgresUrl: string, settings: string[] = []): Promise<PgBouncer> {
  const folder = temporaryFolder("pgbouncer");
  const { port, stop } = await start(folder, postgresUrl, ["default_pool_size = 3", ...settings]);
  return {
    through(url) {
      const other = new URL(url);
      other.port = String(port);
      return other.href;
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
