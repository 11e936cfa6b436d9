import type { Logger } from "pino";
import { connect, type Sql } from "../../db/connection/client.ts";
import { isLockedOut } from "../../db/connection/lock-wait.ts";
import { coversNow, keepPartitions } from "../../db/maintenance/maintenance.ts";

const AGAIN_MS = 1000;

/**
 * Makes the partitions that are needed, at a start. Where somebody's lock is in
 * the way, it waits only when there is none for what is made now: those of the
 * coming weeks are made by maintenance.
 */
export async function preparePartitions(
  databaseUrl: string,
  retentionDays: number,
  log: Logger,
): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 });
  try {
    await makeThose(sql, retentionDays, log);
  } finally {
    await sql.end();
  }
}

async function makeThose(sql: Sql, retentionDays: number, log: Logger): Promise<void> {
  while (true) {
    try {
      await keepPartitions(sql, retentionDays);
      return;
    } catch (cause) {
      if (!isLockedOut(cause)) throw cause;
      if (await coversNow(sql)) return;
      log.warn(
        "the partitions of this week can't be made: something holds a lock on the tables of messages or events",
      );
      await Bun.sleep(AGAIN_MS);
    }
  }
}
