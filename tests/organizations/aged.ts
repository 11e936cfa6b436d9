/** Things of one organisation that are some days old, and how many of each are left. */
import { newId } from "../../daemon/lib/ids.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import type { Party } from "../access/things.ts";

const DAY_MS = 24 * 3600_000;

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** A message that was sent, with its attempt and its provider's id. */
export async function agedMessage(
  { sql, organizationId, channelId }: Party,
  days: number,
  conversationId = "cv_none",
): Promise<string> {
  const at = daysAgo(days);
  await makePartitions(sql, at);
  const message_id = Bun.randomUUIDv7("hex", at.getTime());
  const own = { organization_id: organizationId };
  await sql`insert into messages ${sql({
    ...{
      ...own,
      id: message_id,
      channel_id: channelId,
      conversation_id: conversationId,
      direction: "outbound",
    },
    ...{ type: "text", status: "sent", content: '{"body":"Hello"}', status_history: "[]" },
    ...{ created_at: at, updated_at: at },
  })}`;
  await sql`insert into message_attempts ${sql({ ...own, message_id, attempt: 1, daemon_id: "d", started_at: at })}`;
  await sql`
    insert into provider_messages ${sql({ ...own, channel_id: channelId, provider_message_id: message_id, message_id })}`;
  return message_id;
}

/** A file of 1000 bytes: one that came with a message, or, without a channel, was uploaded. */
export async function agedFile(
  { sql, organizationId }: Party,
  days: number,
  channelId: string | null,
  messageId: string | null = null,
): Promise<string> {
  const at = daysAgo(days);
  const id = newId("med").replace(/_.{10}/, `_${timeOf(at)}`);
  await sql`insert into media ${sql({
    ...{ organization_id: organizationId, id, channel_id: channelId, message_id: messageId, kind: "image" },
    ...{
      status: "stored",
      size: 1000,
      created_at: at,
      direction: channelId === null ? "outbound" : "inbound",
    },
  })}`;
  return id;
}

export async function agedEvent({ sql, organizationId }: Party, days: number): Promise<void> {
  const at = daysAgo(days);
  await makePartitions(sql, at);
  await sql`
    insert into events (organization_id, id, type, body, created_at, position)
    values (${organizationId}, 'evt_' || ulid_time(${at}) || '0000000000000000', 'contact.updated', '{}', ${at}, 1)
    on conflict do nothing`;
}

export async function agedLog({ sql, organizationId }: Party, days: number): Promise<void> {
  const at = daysAgo(days);
  await sql`insert into audit_log ${sql({
    ...{ organization_id: organizationId, id: `aud_${timeOf(at)}0000000000000000`, action: "key.created" },
    ...{ actor_type: "command", target_type: "key", created_at: at },
  })}`;
}

/** How many of each an organisation has that are more than a day old. */
export async function countAged({ sql, organizationId }: Party) {
  const yesterday = daysAgo(1);
  const own = sql`organization_id = ${organizationId}`;
  const [row] = await sql<
    [Record<"messages" | "attempts" | "provider_ids" | "files" | "events" | "logs", number>]
  >`
    select
      (select count(*) from messages where ${own} and created_at < ${yesterday})::integer as messages,
      (select count(*) from message_attempts where ${own} and started_at < ${yesterday})::integer as attempts,
      (select count(*) from provider_messages where ${own} and message_id < uuid_bound(${yesterday}))::integer as provider_ids,
      (select count(*) from media where ${own} and created_at < ${yesterday})::integer as files,
      (select count(*) from events where ${own} and created_at < ${yesterday})::integer as events,
      (select count(*) from audit_log where ${own} and created_at < ${yesterday})::integer as logs`;
  return row;
}

/** The ten characters with which a ULID of a moment begins. */
function timeOf(at: Date): string {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return Array.from({ length: 10 }, (_, nth) => digits[Math.floor(at.getTime() / 32 ** (9 - nth)) % 32]).join(
    "",
  );
}
