import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { withCurrentNames } from "../../db/contacts/current-names.ts";
import { findOrder, listOrders, type OrderRow, updateOrder } from "../../db/orders/orders.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import { Id, readRoutes } from "../http/resource/read-routes.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { OrderSchema, OrderStatus, PaymentStatus, showOrder } from "./order.ts";

export type OrderDependencies = { sql: Sql; reading: Reading; cursors: Cursors };

const ListQuery = Type.Object({
  ...PagingQuery,
  channel_id: Type.Optional(Type.String({ maxLength: 64 })),
  contact_id: Type.Optional(Type.String({ maxLength: 64 })),
  conversation_id: Type.Optional(Type.String({ maxLength: 64 })),
  status: Type.Optional(OrderStatus),
  payment_status: Type.Optional(PaymentStatus),
});

const UpdateBody = Type.Object(
  { status: Type.Optional(OrderStatus), payment_status: Type.Optional(PaymentStatus) },
  { minProperties: 1, examples: [{ status: "confirmed", payment_status: "paid" }] },
);

/** `/v1/orders`: orders that people placed from a catalogue in a message. */
export function orderRoutes(http: Http, { sql, reading, cursors }: OrderDependencies) {
  async function find(caller: Caller, id: string): Promise<OrderRow | null> {
    const row = await findOrder(sql, caller.organizationId, id);
    return row !== null && mayUseChannel(caller, row.channel_id) ? row : null;
  }

  const orders = readRoutes(http, { reading, cursors }, "/v1/orders", {
    ...{ noun: "order", nouns: "orders", query: ListQuery, schema: OrderSchema },
    may: { read: "crm:read" },
    show: showOrder,
    list: async (caller, query) => ({
      async read(sql, before, most) {
        const { organizationId } = caller;
        const filter = await withCurrentNames(sql, organizationId, filterOf(caller, query));
        return await listOrders(sql, organizationId, filter, before, most);
      },
    }),
    find,
  });
  const changes = new Elysia({ prefix: "/v1/orders" }).use(http).patch(
    "/:id",
    async ({ caller, params, body }) => {
      found(await find(caller, params.id), "order");
      const row = await updateOrder(sql, caller.organizationId, params.id, {
        ...(body.status === undefined ? {} : { status: body.status }),
        ...(body.payment_status === undefined ? {} : { payment_status: body.payment_status }),
      });
      return showOrder(found(row, "order"));
    },
    {
      permission: "crm:write",
      params: Id,
      body: UpdateBody,
      detail: documented({
        operation: "updateOrder",
        summary: "Change the status or the payment status of an order",
        description: "A change sends `commerce.order.updated`. The person who ordered is not notified.",
        shows: OrderSchema,
      }),
    },
  );
  return new Elysia().use(orders).use(changes);
}

function filterOf(caller: Caller, query: Static<typeof ListQuery>) {
  return {
    channelIds: caller.channelIds,
    channelId: query.channel_id,
    contactId: query.contact_id,
    conversationId: query.conversation_id,
    status: query.status,
    paymentStatus: query.payment_status,
  };
}
