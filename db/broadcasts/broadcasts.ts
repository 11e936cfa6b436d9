import type { Queryable, Sql } from "../connection/client.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

export type BroadcastStatus =
  | "draft"
  | "scheduled"
  | "running"
  | "paused"
  | "stopped"
  | "completed"
  | "cancelled";

export type BroadcastRow = {
  organization_id: string;
  id: string;
  name: string;
  status: BroadcastStatus;
  channel_ids: string[];
  /** JSON text of what is sent to whom and when. */
  plan: string;
  starts_at: Date | null;
  /** Who started it: an API key or a user. */
  author: string | null;
  /** JSON text of `{ rule, detail }`. */
  stopped_by: string | null;
  /** How far the audience is written, in the form of the query that reads it. */
  audience_place: string | null;
  audience_written_at: Date | null;
  /** Of its people; one that is empty where no window asks for any. */
  zones: string[];
  started_at: Date | null;
  resumed_at: Date | null;
  ended_at: Date | null;
  /** The figures of its last preview as JSON text, and when that began; null once it was changed. */
  preview: string | null;
  previewed_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type BroadcastInput = Pick<BroadcastRow, "name" | "channel_ids" | "plan" | "starts_at">;

/** Writes a draft. */
export async function insertBroadcast(
  sql: Queryable,
  organizationId: string,
  id: string,
  input: BroadcastInput,
): Promise<BroadcastRow> {
  const [row] = await sql<BroadcastRow[]>`
    insert into broadcasts ${sql({ ...input, organization_id: organizationId, id })} returning *`;
  if (row === undefined) throw new Error("the broadcast was not written");
  return row;
}

/** A broadcast, or null. */
export async function findBroadcast(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<BroadcastRow | null> {
  const [row] = await sql<BroadcastRow[]>`
    select * from broadcasts where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

export type BroadcastFilter = {
  /** The channels the caller may see, all of a broadcast's being among them; null is any. */
  channelIds: readonly string[] | null;
  status?: string | undefined;
};

/** Broadcasts, the newest first, as far as they were looked through; `before` is the id of one. */
export async function listBroadcasts(
  sql: Sql,
  organizationId: string,
  { channelIds, status }: BroadcastFilter,
  before: string | null,
  limit: number,
): Promise<Walked<BroadcastRow>> {
  const broadcasts = walkedTable<BroadcastRow>({
    ...{ sql, table: "broadcasts", organizationId, columns: sql`listed.*`, among: sql`` },
    matching: sql`
      ${channelIds === null ? sql`` : sql`and listed.channel_ids <@ ${channelIds as string[]}::text[]`}
      ${status === undefined ? sql`` : sql`and listed.status = ${status}`}`,
  });
  return await walk(broadcasts, before, limit);
}

/** Changes a draft; false when it is none any more. */
export async function updateDraft(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: BroadcastInput,
): Promise<boolean> {
  const { count } = await sql`
    update broadcasts set ${sql({ ...changes, preview: null, previewed_at: null, updated_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id} and status = 'draft'`;
  return count > 0;
}

/** Keeps the figures of a preview, as JSON text, with a broadcast that has not begun, unless it was changed meanwhile. */
export async function keepPreview(
  sql: Queryable,
  { organization_id, id, plan, channel_ids }: BroadcastRow,
  figures: string,
  previewedAt: Date,
): Promise<void> {
  await sql`
    update broadcasts set preview = ${figures}, previewed_at = ${previewedAt}
    where organization_id = ${organization_id} and id = ${id} and status in ('draft', 'scheduled')
      and plan = ${plan} and channel_ids = ${channel_ids}::text[]`;
}

/** Deletes a draft; false when it is none any more. */
export async function deleteDraft(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    delete from broadcasts where organization_id = ${organizationId} and id = ${id} and status = 'draft'`;
  return count > 0;
}
