import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { withCurrentNames } from "../../db/contacts/current-names.ts";
import { findOrder, listOrders, type OrderRow, updateOrder } from "../../db/orders/orders.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { OrderSchema, OrderStatus, PaymentStatus, showOrder } from "./order.ts";

export type OrderDependencies = { sql: Sql; reading: Reading; cursors: Cursors };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

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
  async function mustFind(caller: Caller, id: string): Promise<OrderRow> {
    const row = await findOrder(sql, caller.organizationId, id);
    if (row === null || !mayUseChannel(caller, row.channel_id)) throw notFound("order");
    return row;
  }

  return new Elysia({ prefix: "/v1/orders" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: async (sql, before, most) => {
            const { organizationId } = caller;
            const filter = await withCurrentNames(sql, organizationId, filterOf(caller, query));
            return await listOrders(sql, organizationId, filter, before, most);
          },
          show: showOrder,
          position: (row) => row.id,
        }),
      {
        permission: "crm:read",
        query: ListQuery,
        detail: documented({
          operation: "listOrders",
          summary: "List orders",
          lists: OrderSchema,
        }),
      },
    )
    .get("/:id", async ({ caller, params }) => showOrder(await mustFind(caller, params.id)), {
      permission: "crm:read",
      params: Id,
      detail: documented({
        operation: "getOrder",
        summary: "Get an order",
        shows: OrderSchema,
      }),
    })
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        await mustFind(caller, params.id);
        const row = await updateOrder(sql, caller.organizationId, params.id, {
          ...(body.status === undefined ? {} : { status: body.status }),
          ...(body.payment_status === undefined ? {} : { payment_status: body.payment_status }),
        });
        if (row === null) throw notFound("order");
        return showOrder(row);
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
