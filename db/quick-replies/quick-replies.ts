import type { Queryable, Transaction } from "../connection/client.ts";

export type QuickReplyRow = {
  id: string;
  shortcut: string;
  title: string;
  body: string;
  /** The channels it is for; null is all. */
  channel_ids: string[] | null;
  /** An uploaded file that is sent with it. */
  media_id: string | null;
  created_at: Date;
  updated_at: Date;
};

export type QuickReplyText = Pick<QuickReplyRow, "shortcut" | "title" | "body" | "channel_ids" | "media_id">;

export type QuickReplyFilter = {
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  /** Only those for this channel. */
  channelId?: string | undefined;
  /** What the shortcut begins with, or words that the title or the body has. */
  words?: string | undefined;
};

/** Postgres' code. */
const UNIQUE_VIOLATION = "23505";

/** Makes a quick reply; null when another one has its shortcut. */
export async function insertQuickReply(
  sql: Queryable,
  organizationId: string,
  made: QuickReplyText & { id: string },
): Promise<QuickReplyRow | null> {
  const [row] = await sql<QuickReplyRow[]>`
    insert into quick_replies ${sql({ organization_id: organizationId, ...made })}
    on conflict (organization_id, shortcut) do nothing
    returning *`;
  return row ?? null;
}

/** A quick reply, or null. */
export async function findQuickReply(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<QuickReplyRow | null> {
  const [row] = await sql<QuickReplyRow[]>`
    select * from quick_replies where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Those of an organisation that have one of these shortcuts, for changing. */
export async function quickRepliesOf(
  sql: Transaction,
  organizationId: string,
  shortcuts: readonly string[],
): Promise<QuickReplyRow[]> {
  return await sql<QuickReplyRow[]>`
    select * from quick_replies
    where organization_id = ${organizationId} and shortcut = any (${shortcuts as string[]}::text[])
    order by shortcut for update`;
}

/** Quick replies by their shortcuts; `after` is the shortcut of one. */
export async function listQuickReplies(
  sql: Queryable,
  organizationId: string,
  { channelIds, channelId, words }: QuickReplyFilter,
  after: string | null,
  limit: number,
): Promise<QuickReplyRow[]> {
  return await sql<QuickReplyRow[]>`
    select * from quick_replies
    where organization_id = ${organizationId}
      ${after === null ? sql`` : sql`and shortcut > ${after}`}
      ${channelIds === null ? sql`` : sql`and (channel_ids is null or channel_ids && ${channelIds as string[]})`}
      ${channelId === undefined ? sql`` : sql`and (channel_ids is null or ${channelId} = any (channel_ids))`}
      ${
        words === undefined
          ? sql``
          : sql`and (
              starts_with(folded(shortcut), folded(${words})) or strpos(folded(title || ' ' || body), folded(${words})) > 0
            )`
      }
    order by shortcut
    limit ${limit}`;
}

/** Changes a quick reply; null when there is none. Rejects with what `isShortcutTaken` knows. */
export async function updateQuickReply(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: Partial<QuickReplyText>,
): Promise<QuickReplyRow | null> {
  const [row] = await sql<QuickReplyRow[]>`
    update quick_replies set ${sql({ ...changes, updated_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id}
    returning *`;
  return row ?? null;
}

/** Whether a change failed because another quick reply has the shortcut. */
export function isShortcutTaken(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === UNIQUE_VIOLATION;
}

/** Deletes a quick reply. */
export async function deleteQuickReply(sql: Queryable, organizationId: string, id: string): Promise<void> {
  await sql`delete from quick_replies where organization_id = ${organizationId} and id = ${id}`;
}
