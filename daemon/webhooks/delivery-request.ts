import type { Sql } from "../../db/connection/client.ts";
import { findEventBody } from "../../db/events/events.ts";
import type { DeliveryRow } from "../../db/webhooks/deliveries.ts";
import { findEndpoint } from "../../db/webhooks/endpoints.ts";
import { postHeaders } from "../egress/post.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { DELIVERY_EXAMPLE, DELIVERY_FIELDS } from "./delivery.ts";
import { hiddenHeaders } from "./endpoint.ts";
import { eventHeaders } from "./signature.ts";

const RequestSchema = Type.Object(
  {
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String(), {
      description: "The values of the endpoint's own headers are shown as `********`",
    }),
    body: Type.String({ description: "The exact text that is signed and sent" }),
  },
  {
    title: "DeliveryRequest",
    description:
      "What is posted, to the endpoint's URL and with its headers as they are now. Each attempt has a `webhook-timestamp` and a `webhook-signature` of its own as well, which are not kept: receivers refuse old ones. Null once the endpoint or the event is deleted",
  },
);

const EXAMPLE_BODY = '{"message_id":"01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11","status":"delivered"}';

/** One delivery, and what is posted. */
export const DeliveryDetailSchema = Type.Object(
  { ...DELIVERY_FIELDS, request: Nullable(RequestSchema) },
  {
    title: "DeliveryDetail",
    examples: [
      {
        ...DELIVERY_EXAMPLE,
        request: {
          url: "https://example.com/webhooks/waypost",
          headers: headersOf({
            own: { authorization: "********" },
            id: DELIVERY_EXAMPLE.message_id,
            type: DELIVERY_EXAMPLE.event_type,
            body: EXAMPLE_BODY,
          }),
          body: EXAMPLE_BODY,
        },
      },
    ],
  },
);

/** What a delivery posts; null when its endpoint or its event is gone. */
export async function requestOf(
  sql: Sql,
  organizationId: string,
  delivery: DeliveryRow,
): Promise<Static<typeof RequestSchema> | null> {
  const [endpoint, body] = await Promise.all([
    findEndpoint(sql, organizationId, delivery.endpoint_id),
    findEventBody(sql, organizationId, delivery.event_id),
  ]);
  if (endpoint === null || body === null) return null;
  const own = hiddenHeaders(endpoint);
  return {
    url: endpoint.url,
    headers: headersOf({ own, id: delivery.event_id, type: delivery.event_type, body }),
    body,
  };
}

type Posted = { own: Record<string, string>; id: string; type: string; body: string };

function headersOf({ own, id, type, body }: Posted): Record<string, string> {
  return postHeaders({
    headers: { ...own, "content-type": "application/json", ...eventHeaders({ id, type }) },
    body,
  });
}
