/** A daemon's look around, without the daemon. */
import type { Sql } from "../../db/connection/client.ts";
import type { LaneKey } from "../../db/lanes/lanes.ts";
import { type Found, type Look, lookAround } from "../../db/maintenance/look-around.ts";

export type Wish = Partial<Look> & { workerPools?: string[] };

/** Looks for nothing that takes long, unless it is wished for. */
export async function look(
  sql: Sql,
  daemonId: string,
  { workerPools = [], ...wish }: Wish = {},
): Promise<Found> {
  const about = { roles: [], workerPools, version: "0.0.0", functions: null, newestMigration: "" };
  return await lookAround(sql, daemonId, about, {
    ...{ heldJobs: [], platforms: null, sweeps: false, patiently: false },
    ...wish,
  });
}

/** The lanes that a look finds in which something has been due for a while, and on which no daemon works. */
export async function overdueLanes(sql: Sql): Promise<LaneKey[]> {
  return (await look(sql, "dmn_looks", { patiently: true })).overdue ?? [];
}
