import type { Sql } from "../../db/connection/client.ts";
import { forgetOlder } from "../../db/maintenance/retention.ts";

/** Deletes what an organisation has of before a moment, but for its audit log, as if it kept everything until then. */
export async function forgetBefore(sql: Sql, organizationId: string, before: Date): Promise<void> {
  const set = { messages: null, files: null, events: null, logs: null, channels: {} };
  const most = { messages: 1, files: 1, events: 1, logs: 3650 };
  await forgetOlder(sql, { organizationId, set, most }, new Date(before.getTime() + 24 * 3600_000));
}
