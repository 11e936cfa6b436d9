import type { Queryable } from "../../../db/connection/client.ts";
import type { MessageRow } from "../../../db/messages/messages.ts";
import { readWaits } from "../../../db/messages/waits.ts";
import type { Platforms } from "../../providers/provider.ts";
import { oneTickReason } from "./one-tick.ts";
import { reasonOf } from "./reasons.ts";
import type { Waiting } from "./schema.ts";

const WAITING = ["queued", "scheduled"];

/** Messages of one organisation, each with what it waits for; null for those that don't wait, but for those at one tick. */
export async function withWaiting(
  sql: Queryable,
  platforms: Platforms,
  rows: readonly MessageRow[],
): Promise<{ row: MessageRow; waiting: Waiting | null }[]> {
  const ids = rows.filter(({ status }) => WAITING.includes(status)).map(({ id }) => id);
  const waits = await readWaits(sql, rows[0]?.organization_id ?? "", ids);
  const now = new Date();
  return rows.map((row) => {
    const wait = waits.get(row.id);
    return {
      row,
      waiting: wait === undefined ? oneTickReason(row, now) : reasonOf(row, wait, platforms[row.platform]),
    };
  });
}
