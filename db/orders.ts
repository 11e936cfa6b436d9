import type { Sql } from "./client.ts";

export type OrderRow = {
  id: string;
  order_no: number;
  message_id: string;
  channel_id: string;
  conversation_id: string;
  contact_id: string | null;
  catalog_id: string | null;
  note: string;
  /** The product items as JSON text. */
  items: string;
  status: string;
  payment_status: string;
  created_at: Date;
  updated_at: Date;
};

export type OrderFilter = {
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  channelId?: string | undefined;
  contactId?: string | undefined;
  conversationId?: string | undefined;
  status?: string | undefined;
  paymentStatus?: string | undefined;
};

/** An order, or null. */
export async function findOrder(sql: Sql, organizationId: string, id: string): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    select * from orders where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Orders, the newest first; `before` is the id of one. */
export async function listOrders(
  sql: Sql,
  organizationId: string,
  { channelIds, channelId, contactId, conversationId, status, paymentStatus }: OrderFilter,
  before: string | null,
  limit: number,
): Promise<OrderRow[]> {
  return await sql<OrderRow[]>`
    select * from orders
    where organization_id = ${organizationId}
      ${channelIds === null ? sql`` : sql`and channel_id = any (${channelIds as string[]}::text[])`}
      ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
      ${contactId === undefined ? sql`` : sql`and contact_id = ${contactId}`}
      ${conversationId === undefined ? sql`` : sql`and conversation_id = ${conversationId}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${paymentStatus === undefined ? sql`` : sql`and payment_status = ${paymentStatus}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`;
}

/** Changes an order and tells of it, when anything differs; null when there is none. */
export async function updateOrder(
  sql: Sql,
  organizationId: string,
  id: string,
  changes: { status?: string; payment_status?: string },
): Promise<OrderRow | null> {
  const [row] = await sql<OrderRow[]>`
    select * from update_order(${organizationId}, ${id}, ${JSON.stringify(changes)}::text::json)`;
  return row ?? null;
}
