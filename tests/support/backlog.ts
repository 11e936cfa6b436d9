/** Much that waits, made by SQL as accepting and emitting make it, only faster. */
import type { Sql } from "../../db/connection/client.ts";

type Owner = { sql: Sql; organizationId: string; channelId: string };

/** So many messages that wait in a channel for an hour from now: scheduled, or queued and put off. */
export async function pileUpMessages(
  { sql, organizationId, channelId }: Owner,
  count: number,
  { status = "scheduled", to = "14155550100" }: { status?: "queued" | "scheduled"; to?: string } = {},
): Promise<void> {
  await sql`
    with made as (
      insert into messages (
        organization_id, id, channel_id, conversation_id, direction, type, status, address, content, status_history,
        created_at, updated_at
      )
      select ${organizationId}, (left(uuid_bound(now())::text, 15) || right(gen_random_uuid()::text, 21))::uuid,
        ${channelId}, 'cv_backlog', 'outbound', 'text', ${status}, ${to}, '{"body":"x"}',
        history_entry(${status}, now()), now(), now()
      from generate_series(1, ${count}::integer)
      returning id
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select ${organizationId}, 'channel', ${channelId}, id::text, id::text, now() + interval '1 hour' from made`;
}

/** So many deliveries that wait for an endpoint, all of one event. */
export async function pileUpDeliveries(
  { sql, organizationId }: Pick<Owner, "sql" | "organizationId">,
  endpointId: string,
  count: number,
): Promise<void> {
  await sql`
    with made as (
      insert into deliveries (
        organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at
      )
      select ${organizationId}, prefixed_id('dlv'), ${endpointId}, 'evt_none', 'message.new', 'pending', 1, 'schedule', now()
      from generate_series(1, ${count}::integer)
      returning id
    )
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    select ${organizationId}, 'endpoint', ${endpointId}, id, id, now() + interval '1 hour' from made`;
}
