import type { Sql } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

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

/** Orders, the newest first, as far as they were looked through; `before` is the id of one. */
export async function listOrders(
  sql: Sql,
  organizationId: string,
  filter: OrderFilter,
  before: string | null,
  limit: number,
): Promise<Walked<OrderRow>> {
  const { channelIds, channelId, contactId, conversationId, status, paymentStatus } = filter;
  const only = (column: string, value: string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and listed.${sql(column)} = ${value}`;
  const orders = walkedTable<OrderRow>({
    ...{ sql, table: "orders", organizationId, columns: sql`listed.*` },
    among: only(...narrowest(filter)),
    matching: sql`
      ${channelIds === null ? sql`` : sql`and listed.channel_id = any (${channelIds as string[]}::text[])`}
      ${only("channel_id", channelId)} ${only("contact_id", contactId)} ${only("conversation_id", conversationId)}
      ${only("status", status)} ${only("payment_status", paymentStatus)}`,
  });
  return await walk(orders, before, limit);
}

/** The fewest that have an index of their own: what that is on. */
function narrowest({
  conversationId,
  contactId,
  status,
}: OrderFilter): [column: string, value: string | undefined] {
  if (conversationId !== undefined) return ["conversation_id", conversationId];
  if (contactId !== undefined) return ["contact_id", contactId];
  return ["status", status];
}

/** Changes an order, with its event, when anything differs; null when there is none. */
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
