import type { OrderRow } from "../../db/orders/orders.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

export const OrderStatus = Type.Union(
  ["created", "confirmed", "processing", "shipped", "completed", "cancelled"].map((status) =>
    Type.Literal(status),
  ),
);
export const PaymentStatus = Type.Union(
  ["pending", "paid", "failed", "refunded"].map((status) => Type.Literal(status)),
);

export const OrderSchema = Type.Object(
  {
    id: Type.String(),
    order_no: Type.String({ description: "Counted within the organisation" }),
    status: OrderStatus,
    payment_status: PaymentStatus,
    message_id: Type.String({ description: "The message that placed it" }),
    channel_id: Type.String(),
    conversation_id: Type.String(),
    contact_id: Nullable(Type.String()),
    catalog_id: Nullable(Type.String()),
    note: Type.String({ description: "The person's note" }),
    items: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: "As WhatsApp sent them: `product_retailer_id`, `quantity`, `item_price`, `currency`",
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Order",
    examples: [
      {
        id: "ord_01JDB2M5S8V0ZC3K7Q2M4N6P8V",
        order_no: "1042",
        status: "confirmed",
        payment_status: "paid",
        message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
        contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
        catalog_id: "867215384931",
        note: "Ground, please",
        items: [{ product_retailer_id: "beans-1kg", quantity: 2, item_price: 18.5, currency: "EUR" }],
        created_at: "2026-11-21T09:30:00.000Z",
        updated_at: "2026-11-21T09:45:00.000Z",
      },
    ],
  },
);

/** An order as the API shows it. */
export function showOrder(row: OrderRow): Static<typeof OrderSchema> {
  return {
    id: row.id,
    order_no: String(row.order_no),
    ...{ status: row.status, payment_status: row.payment_status },
    ...{ message_id: row.message_id, channel_id: row.channel_id, conversation_id: row.conversation_id },
    ...{ contact_id: row.contact_id, catalog_id: row.catalog_id, note: row.note },
    items: JSON.parse(row.items),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
