import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { findDelivery } from "../../db/webhooks/deliveries.ts";
import { listDeliveries } from "../../db/webhooks/delivery-lists.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { MediaStore } from "../media/stores/store.ts";
import { DeliverySchema, DeliveryStatus, showDelivery } from "./delivery.ts";
import { DeliveryDetailSchema, requestOf } from "./delivery-request.ts";
import { createWithFiles } from "./forms/fill.ts";
import type { Forms } from "./forms/forms.ts";
import { visibleEndpoints } from "./visibility.ts";

export type DeliveryDependencies = {
  sql: Sql;
  forms: Forms;
  media: MediaStore;
  reading: Reading;
  cursors: Cursors;
};

const ListQuery = Type.Object({
  ...PagingQuery,
  endpoint_id: Type.Optional(Type.String({ maxLength: 64 })),
  event_type: Type.Optional(Type.String({ maxLength: 128 })),
  status: Type.Optional(DeliveryStatus),
  message_id: Type.Optional(Type.String({ maxLength: 64, description: "The `webhook-id`" })),
  since: Type.Optional(Type.String({ format: "date-time", description: "Made at or after this time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Made before this time" })),
});

/** The deliveries' half of `/v1/settings/developer/webhooks`. */
export function deliveryRoutes(http: Http, { sql, forms, media, reading, cursors }: DeliveryDependencies) {
  const withFiles = createWithFiles({ sql, store: media });
  return new Elysia({ prefix: "/v1/settings/developer/webhooks" })
    .use(http)
    .get(
      "/deliveries",
      async ({ caller, query }) => {
        const filter = await filterOf(sql, caller, query);
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listDeliveries(sql, caller.organizationId, filter, before, most),
          show: showDelivery,
          position: (row) => row.id,
        });
      },
      {
        permission: "webhooks:manage",
        query: ListQuery,
        detail: documented({
          operation: "listDeliveries",
          summary: "List deliveries",
          description: "One row for each attempt, newest first. Attempts of one event share a `message_id`.",
          lists: DeliverySchema,
        }),
      },
    )
    .get(
      "/deliveries/:id",
      async ({ caller, params }) => {
        const row = await findDelivery(sql, caller.organizationId, params.id);
        const visible = row === null ? null : await visibleEndpoints(sql, caller, row.endpoint_id);
        if (row === null || visible?.includes(row.endpoint_id) === false) {
          throw notFound("delivery");
        }
        return { ...showDelivery(row), request: await requestOf({ sql, forms, withFiles }, caller, row) };
      },
      {
        permission: "webhooks:manage",
        params: Type.Object({ id: Type.String({ maxLength: 64, description: "The attempt's own id" }) }),
        detail: documented({
          operation: "getDelivery",
          summary: "Get a delivery",
          responses: {
            200: { description: "The attempt, and what is posted", schema: DeliveryDetailSchema },
          },
        }),
      },
    );
}

async function filterOf(sql: Sql, caller: Caller, query: Static<typeof ListQuery>) {
  return {
    endpointIds: await visibleEndpoints(sql, caller, query.endpoint_id),
    eventType: query.event_type,
    status: query.status,
    eventId: query.message_id,
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
  };
}
