import type { Logger } from "pino";
import type { Sql } from "../db/client.ts";
import { forgetImports } from "../db/imports.ts";
import { forgetExpiredLogins } from "../db/login-sessions.ts";
import { dropExpired, forgetExpired, forgetWebMessages, makePartitions } from "../db/maintenance.ts";
import { forgetOlder, shorterRetentions } from "../db/retention.ts";
import { forgetArrived } from "../db/web-keys.ts";
import { forgetLookups } from "../db/web-lookups.ts";
import { LOOKUP_FRESH_HOURS } from "./channels/lookup-limits.ts";

const EVERY_MILLISECONDS = 3600_000;

/**
 * Makes partitions ahead of time and drops what is past its retention, every
 * hour; `sweepFiles` does so for what is not in the database. Returns how to stop.
 */
export function startMaintenance(
  sql: Sql,
  retentionDays: number,
  sweepFiles: () => Promise<void>,
  log: Logger,
): () => void {
  async function run(): Promise<void> {
    await makePartitions(sql);
    const dropped = await dropExpired(sql, retentionDays);
    if (dropped.length > 0) log.info({ partitions: dropped }, "dropped what is past its retention");
    await forgetExpired(sql, retentionDays);
    await forgetWebMessages(sql, retentionDays);
    for (const one of await shorterRetentions(sql, retentionDays)) await forgetOlder(sql, one);
    await forgetExpiredLogins(sql);
    await forgetImports(sql, retentionDays);
    await forgetLookups(sql, LOOKUP_FRESH_HOURS);
    await forgetArrived(sql, retentionDays);
    await sweepFiles();
  }
  const timer = setInterval(() => {
    run().catch((cause: unknown) =>
      log.error({ err: cause }, "maintenance failed; it is tried again in an hour"),
    );
  }, EVERY_MILLISECONDS);
  return () => clearInterval(timer);
}
