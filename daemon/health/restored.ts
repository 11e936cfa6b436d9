import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { lastRestored, treatRestored as treat } from "../../db/maintenance/copies.ts";
import { Type } from "../lib/typebox.ts";

/** For how many days it is said that the database was restored. */
const SAID_DAYS = 7;

export const RestoredSchema = Type.Object(
  {
    at: Type.String({ format: "date-time" }),
    marked: Type.Integer({
      description: "Messages that waited; they are sent with `possible_duplicate: true`",
    }),
    failed: Type.Integer({
      description: "Messages that failed with `outcome_unknown`: their channels send at most once",
    }),
    broadcasts: Type.Integer({ description: "Broadcasts that were paused" }),
  },
  {
    description: `When a daemon found that the database was restored from a backup; null if not within ${SAID_DAYS} days`,
  },
);

/** Looks whether the database is a restored backup, and says what became of what waited in it. */
export async function treatRestored(sql: Sql, log: Logger): Promise<void> {
  const restored = await treat(sql);
  if (restored === null) return;
  const { at: _, ...figures } = restored;
  log.warn(
    figures,
    "the database was restored from a backup: messages that waited and may have been sent since are marked as possible duplicates, or failed where their channel sends at most once; broadcasts are paused, and what waited for an approval is refused",
  );
}

/** That it was, as the API shows it. */
export async function showRestored(sql: Sql) {
  const restored = await lastRestored(sql, SAID_DAYS);
  return restored === null ? null : { ...restored, at: restored.at.toISOString() };
}
