import type { Queryable } from "../connection/client.ts";

/** A platform's restriction of a channel, until a moment. */
export type ChannelRestriction = {
  /** Beginning chats, or writing in one conversation. */
  scope: "new_contacts" | "person";
  /** Of a person; null otherwise. */
  conversation_id: string | null;
  reason: string;
  /** ISO 8601. */
  until: string;
};

/** One that begins: with its end, or how long it lasts by the database's clock. */
export type NewRestriction = Omit<ChannelRestriction, "until"> & ({ until: Date } | { lastsMs: number });

/** One that holds, and for how many more milliseconds by the database's clock. */
export type HoldingRestriction = ChannelRestriction & { left_ms: number };

type ChannelKey = { organizationId: string; channelId: string };

/** Adds a restriction and notifies every daemon; returns what holds now. */
export async function restrictChannel(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
  restriction: NewRestriction,
): Promise<HoldingRestriction[]> {
  const { scope, conversation_id, reason } = restriction;
  const until = "until" in restriction ? restriction.until.toISOString() : null;
  const lastsMs = "until" in restriction ? null : restriction.lastsMs;
  return await sql<HoldingRestriction[]>`
    select held.scope, held.conversation_id, held.reason, held.until, milliseconds_until(held.until::timestamptz) as left_ms
    from jsonb_to_recordset(restrict_channel(
      ${organizationId}, ${channelId}, ${JSON.stringify({ scope, conversation_id, reason })}::text::jsonb
        || jsonb_build_object('until', coalesce(${until}::text, iso_time(after_milliseconds(${lastsMs}::double precision))))
    )) as held (scope text, conversation_id text, reason text, until text)`;
}

/** The restrictions of a channel, and how much longer each holds. */
export async function findRestrictions(
  sql: Queryable,
  { organizationId, channelId }: ChannelKey,
): Promise<HoldingRestriction[]> {
  return await sql<HoldingRestriction[]>`
    select held.scope, held.conversation_id, held.reason, held.until, milliseconds_until(held.until::timestamptz) as left_ms
    from channels as known
    cross join lateral jsonb_to_recordset(known.restrictions)
      as held (scope text, conversation_id text, reason text, until text)
    where known.organization_id = ${organizationId} and known.id = ${channelId}`;
}
