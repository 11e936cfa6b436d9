import type { Queryable } from "../connection/client.ts";

/** How many messages of `conversation` somebody has not read. */
export function unreadOf(sql: Queryable, reader: string) {
  return sql`unread_count(
    conversation.organization_id, conversation.id, conversation.inbound_count, conversation.last_inbound_at, ${reader}
  )`;
}

/** Whether that is more than none, without a call for each. */
export function isUnread(sql: Queryable, organizationId: string, reader: string) {
  return sql`coalesce(
    (
      select mark.unread from conversation_reads as mark
      where mark.organization_id = ${organizationId} and mark.conversation_id = conversation.id
        and mark.reader = ${reader}
      limit 1
    ),
    conversation.inbound_count > 0 and conversation.last_inbound_at >= ${sinceOf(sql, organizationId, reader)}
  )`;
}

/** When a user was made, in whole seconds, as platforms report times; of all API keys together, before anything. */
export function sinceOf(sql: Queryable, organizationId: string, reader: string) {
  return sql`coalesce(
    (
      select date_trunc('second', known.created_at) from users as known
      where known.organization_id = ${organizationId} and known.id = nullif(${reader}::text, 'keys')::uuid
      limit 1
    ),
    '-infinity'
  )`;
}
