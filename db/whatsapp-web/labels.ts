import type { Queryable } from "../connection/client.ts";

/** A label of the Business app: WhatsApp's id of it, digits, and its name. */
export type Label = { id: string; name: string };

type ChannelKey = { organizationId: string; channelId: string };

/** The labels of a number, by their ids; null where it is not known to be in the Business app. */
export async function labelsOf(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
): Promise<Label[] | null> {
  const [row] = await sql<{ labels: Record<string, string> | null }[]>`
    select labels from web_sessions where organization_id = ${organizationId} and channel_id = ${channelId}`;
  if (row?.labels == null) return null;
  const labels = Object.entries(row.labels).map(([id, name]) => ({ id, name }));
  return labels.sort((one, other) => Number(one.id) - Number(other.id));
}

/** Keeps that a label has this name, or (null) that it is gone, with what its conversations are tagged; see db/whatsapp-web/labels.sql. */
export async function editLabel(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  { id, name }: { id: string; name: string | null },
  mostTags: number,
): Promise<void> {
  const edited = JSON.stringify([{ id, name, deleted: name === null }]);
  await sql`select edit_labels(${organizationId}, ${channelId}, ${edited}::text::json, ${mostTags})`;
}

/** The names of all labels of an organisation's numbers, of some where it names them. */
export async function labelNames(
  sql: Queryable,
  organizationId: string,
  channelIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct label.value as name from web_sessions as session, jsonb_each_text(session.labels) as label
    where session.organization_id = ${organizationId} and session.labels is not null
      ${channelIds === null ? sql`` : sql`and session.channel_id = any (${channelIds as string[]})`}`;
  return rows.map(({ name }) => name);
}
