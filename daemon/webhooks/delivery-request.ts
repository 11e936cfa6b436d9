import type { Sql } from "../../db/connection/client.ts";
import { findEventBody } from "../../db/events/events.ts";
import type { DeliveryRow } from "../../db/webhooks/deliveries.ts";
import { findRequests } from "../../db/webhooks/delivery-requests.ts";
import { findEndpoint } from "../../db/webhooks/endpoints.ts";
import { postHeaders } from "../egress/post.ts";
import { INCLUDABLE } from "../events/records/include.ts";
import type { Caller } from "../http/caller.ts";
import { grants } from "../http/permissions.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { addressOf, unsignedHeaders } from "./deliver-once.ts";
import { DELIVERY_EXAMPLE, DELIVERY_FIELDS } from "./delivery.ts";
import { hiddenHeaders } from "./endpoint.ts";
import type { Filled, WithFiles } from "./forms/fill.ts";
import type { FormRequest } from "./forms/form.ts";
import type { Forms } from "./forms/forms.ts";
import { WAYPOST } from "./forms/waypost.ts";
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
      "What is posted, to the endpoint's URL and with its headers as they are now. Each attempt has a `webhook-timestamp` and a `webhook-signature` of its own as well, which are not kept: receivers refuse old ones. Null once the endpoint or the event is deleted, and, where it carries more than its event, before the first attempt, where nothing is posted, and without `messages:read` and `contacts:read`",
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
          headers: headersOf(
            { authorization: "********" },
            { id: DELIVERY_EXAMPLE.message_id, type: DELIVERY_EXAMPLE.event_type },
            { body: EXAMPLE_BODY },
          ),
          body: EXAMPLE_BODY,
        },
      },
    ],
  },
);

/** What a delivery posts; null when its endpoint or its event is gone. */
export async function requestOf(
  { sql, forms, withFiles }: { sql: Sql; forms: Forms; withFiles: WithFiles },
  { organizationId, permissions }: Pick<Caller, "organizationId" | "permissions">,
  delivery: DeliveryRow,
): Promise<Static<typeof RequestSchema> | null> {
  const [endpoint, body, fixed] = await Promise.all([
    findEndpoint(sql, organizationId, delivery.endpoint_id),
    findEventBody(sql, organizationId, delivery.event_id),
    findRequests(sql, organizationId, [delivery.id]),
  ]);
  if (endpoint === null || body === null) return null;
  const mayRead = Object.values(INCLUDABLE).every((one) => grants(permissions, one));
  if (fixed.has(delivery.id) && !mayRead) return null;
  const isPlain =
    endpoint.format === WAYPOST.name && (endpoint.include === null || delivery.status !== "pending");
  const text = fixed.get(delivery.id) ?? null;
  const plain = isPlain && !fixed.has(delivery.id) ? { body } : null;
  const request = text === null ? plain : (JSON.parse(text) as FormRequest | null);
  if (request === null) return null;
  const signsItself = forms.find(endpoint.format)?.sign !== undefined;
  const event = { id: delivery.event_id, type: delivery.event_type };
  return await withFiles({ organizationId, endpointId: endpoint.id }, request, async (filled) => {
    if (filled === null || filled instanceof Error) return null;
    return {
      url: addressOf(endpoint.url, filled),
      headers: headersOf(hiddenHeaders(endpoint), signsItself ? null : event, filled),
      body: filled.body.toString(),
    };
  });
}

/** A form that signs in its own way has no headers that name the event. */
function headersOf(own: Record<string, string>, event: { id: string; type: string } | null, request: Filled) {
  const headers = { ...unsignedHeaders(own, request), ...(event === null ? {} : eventHeaders(event)) };
  return postHeaders({ headers, body: request.body });
}
