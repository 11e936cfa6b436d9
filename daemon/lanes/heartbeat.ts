import type { Logger } from "pino";
import type { Sql } from "../../db/client.ts";
import { beat, leave, sweep } from "../../db/daemons.ts";
import type { Lanes } from "./lanes.ts";
import type { Worker } from "./worker.ts";

const BEAT_MILLISECONDS = 2000;

export type Heartbeat = { stop(): Promise<void> };

/**
 * Says every two seconds that this daemon lives, frees what dead ones had
 * taken, and takes up its own lanes that were dropped while the database was
 * away. The first beat is over when it returns.
 */
export async function startHeartbeat({
  sql,
  daemonId,
  worker,
  lanes,
  log,
}: {
  sql: Sql;
  daemonId: string;
  worker: Worker;
  lanes: Lanes;
  log: Logger;
}): Promise<Heartbeat> {
  const stopped = Promise.withResolvers<void>();
  let stopping = false;

  async function beatOnce(): Promise<void> {
    await beat(sql, daemonId, worker.poolIds());
    for (const gone of await sweep(sql)) log.info({ daemon: gone }, "a daemon is gone; its lanes move on");
    await lanes.resume();
  }

  async function beatOn(): Promise<void> {
    while (!stopping) {
      await Promise.race([Bun.sleep(BEAT_MILLISECONDS), stopped.promise]);
      if (!stopping)
        await beatOnce().catch((cause: unknown) => log.warn({ err: cause }, "a heartbeat failed"));
    }
  }

  await beatOnce();
  const beating = beatOn();
  return {
    async stop() {
      stopping = true;
      stopped.resolve();
      await beating;
      await leave(sql, daemonId).catch((cause: unknown) => log.warn({ err: cause }, "leaving failed"));
    },
  };
}
