import type { Sql } from "../connection/client.ts";

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
};

/** Looks for all of it in one statement, without a lock: for revisions of the last `minutes`, and channels of `platforms`. */
export async function findDue(sql: Sql, minutes: number, platforms: readonly string[]): Promise<Due> {
  const [due] = await sql<[Due]>`
    select
      -- the first of a priority is due before all that end a day after they were due
      exists (select from lane_items where expires_at <= now() and state <> 'sending')
        or exists (
          select from first_of_each_priority() as first
          where first.kind = 'channel' and first.due_at <= now() - usual_life()
        ) as ends,
      exists (
        select from early_revisions where created_at >= now() - make_interval(mins => ${minutes})
      ) as revisions,
      exists (
        select from channels
        where platform = any (${platforms as string[]}) and deleted_at is null and check_at <= now()
          and sandbox = in_sandbox()
      ) as checks,
      exists (select from conversations where snoozed_until <= now()) as snoozes`;
  return due;
}
