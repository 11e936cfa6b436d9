import type { Queryable, Sql } from "../../connection/client.ts";

/** Which messages that wait are cancelled; null is any. */
export type CancellationFilter = {
  channel_ids: readonly string[] | null;
  conversation_id: string | null;
  contact_id: string | null;
  status: string | null;
  type: string | null;
  address: string | null;
  created_after: Date | null;
  created_before: Date | null;
};

/** The filter of a cancellation, and how far it is. */
export type CancellationRow = CancellationFilter & {
  organization_id: string;
  id: string;
  /** Only counts. */
  dry_run: boolean;
  /** So far. */
  matched: number;
  created_at: Date;
  finished_at: Date | null;
};

/** The key of a cancellation: the payload of its job, too. */
export type CancellationKey = { organizationId: string; id: string };

/** Stores a cancellation of what waits now, and the job that does all of its work, together. */
export async function startCancellation(
  sql: Queryable,
  { organizationId, id }: CancellationKey,
  filter: CancellationFilter,
  dryRun: boolean,
): Promise<CancellationRow> {
  const [row] = await sql<CancellationRow[]>`
    insert into message_cancellations (
      organization_id, id, channel_ids, conversation_id, contact_id, status, type, address, created_after,
      created_before, dry_run, last_position
    )
    values (
      ${organizationId}, ${id}, ${filter.channel_ids as string[] | null}, ${filter.conversation_id},
      ${filter.contact_id}, ${filter.status}, ${filter.type}, ${filter.address}, ${filter.created_after},
      ${filter.created_before}, ${dryRun},
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('lane_items', 'position')::regclass), 0)
    )
    returning *`;
  if (row === undefined) throw new Error("the cancellation was not stored");
  await planCancellation(sql, { organizationId, id }, 0);
  return row;
}

export async function findCancellation(
  sql: Sql,
  { organizationId, id }: CancellationKey,
): Promise<CancellationRow | null> {
  const [row] = await sql<CancellationRow[]>`
    select * from message_cancellations where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Looks through the next messages, at most so many; see step_cancellation. */
export async function stepCancellation(
  sql: Sql,
  { organizationId, id }: CancellationKey,
  most: number,
): Promise<"step" | "wait" | "nothing"> {
  const [row] = await sql<{ next: "step" | "wait" | "nothing" }[]>`
    select step_cancellation(${organizationId}, ${id}, ${most}) as next`;
  return row?.next ?? "nothing";
}

/** Continues a cancellation after so long. */
export async function planCancellation(sql: Queryable, key: CancellationKey, delayMs: number): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      'cancel_messages', ${JSON.stringify(key)}::text::json, run_at => after_milliseconds(${delayMs}),
      job_key => ${`cancel_messages:${key.id}`}, max_attempts => 1000, priority => 10,
      queue_name => long_jobs_of(${key.organizationId})
    )`;
}
