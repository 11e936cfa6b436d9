import type { Sql } from "../connection/client.ts";
import type { Beat } from "../lanes/daemons.ts";
import type { LaneKey } from "../lanes/lanes.ts";

/** What a look of a daemon found; null where it did not look for it. */
export type Found = {
  /** The ids of daemons that were removed. */
  gone: string[];
  /** The lanes whose rows name the daemon as their owner. */
  owned: LaneKey[];
  /** Whether calls of providers wait to be processed. */
  inbound: boolean;
  /** Whether jobs are due. */
  jobs: boolean;
  /** Whether sessions of paired numbers want a gateway. */
  sessions: boolean;
  /** The newest position that was taken in any organisation's log of events. */
  newestEvent: number;
  /** Whether messages of before the index of words are still to be added to it. */
  earlierMessages: boolean;
  due: Due | null;
  /** How long that took in Postgres. */
  dueMs: number;
  /**
   * Lanes in which something has been due for a while and on which no daemon works: the wake-up got lost with a
   * connection. At most a hundred, none of a paired number that is not connected or of what is paused.
   */
  overdue: LaneKey[] | null;
  /** The requests a second of organisations that have a limit of their own. */
  limits: Record<string, number> | null;
};

/** Due work without a notification; work that is not listed is certainly not due. */
export type Due = {
  /** Messages may be past their end. */
  ends: boolean;
  /** Edits and revocations of messages that were unknown may be of known ones. */
  revisions: boolean;
  /** Channels are due for a check. */
  checks: boolean;
  /** Snoozed conversations are to open again. */
  snoozes: boolean;
  holds: boolean;
  /** Approvals waited for too long. */
  approvals: boolean;
  /** Something happened of which browsers may have to be notified. */
  pushes: boolean;
  /** Entries of the audit log have no link yet, or links are not signed. */
  audit: boolean;
};

/** What a look does beside what each does: see look_around. */
export type Look = {
  /** The jobs that the daemon's runner has. */
  heldJobs: readonly string[];
  /** The platforms whose channels are asked about; null looks for nothing that is due. */
  platforms: readonly string[] | null;
  sweeps: boolean;
  patiently: boolean;
};

/** Writes a daemon's heartbeat, and looks for everything that it must notice by itself, in one statement. */
export async function lookAround(
  sql: Sql,
  daemonId: string,
  about: Beat,
  { heldJobs, platforms, sweeps, patiently }: Look,
): Promise<Found> {
  const [row] = await sql<[{ found: Found }]>`
    select look_around(
      ${daemonId}, ${JSON.stringify(about)}::text::json, ${heldJobs as string[]}::bigint[],
      ${platforms as string[] | null}::text[], ${sweeps}, ${patiently}
    ) as found`;
  return row.found;
}
