import type { Queryable } from "../connection/client.ts";

/** What a platform holds a channel back from, until a moment. */
export type ChannelRestriction = {
  /** Beginning chats, or writing in one conversation. */
  scope: "new_contacts" | "person";
  /** Of a person; null otherwise. */
  conversation_id: string | null;
  reason: string;
  /** ISO 8601. */
  until: string;
};

/** Adds a restriction and tells every daemon; returns what holds now. */
export async function restrictChannel(
  sql: Queryable,
  { organizationId, channelId }: { organizationId: string; channelId: string },
  restriction: ChannelRestriction,
): Promise<ChannelRestriction[]> {
  const [row] = await sql<{ restrictions: ChannelRestriction[] }[]>`
    select restrict_channel(${organizationId}, ${channelId}, ${JSON.stringify(restriction)}::text::jsonb)
      as restrictions`;
  return row?.restrictions ?? [];
}
