import type { Order } from "../../lib/api/types/orders.ts";
import type { Column } from "../../lib/output/column.ts";

export const orderColumns: Column<Order>[] = [
  { title: "number", value: (order) => order.order_no },
  { title: "id", value: (order) => order.id },
  { title: "status", value: (order) => order.status, kind: "status" },
  { title: "payment", value: (order) => order.payment_status, kind: "status" },
  { title: "contact", value: (order) => order.contact_id, optional: true },
  { title: "created", value: (order) => order.created_at, kind: "time", optional: true },
];

export const orderDetails: Column<Order>[] = [
  ...orderColumns,
  { title: "note", value: (order) => order.note },
  { title: "items", value: (order) => JSON.stringify(order.items) },
  { title: "message", value: (order) => order.message_id },
  { title: "conversation", value: (order) => order.conversation_id },
  { title: "channel", value: (order) => order.channel_id },
  { title: "updated", value: (order) => order.updated_at, kind: "time" },
];
