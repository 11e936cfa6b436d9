import { EVENTS } from "./catalogue.ts";
import type { EventKind } from "./catalogue-kind.ts";

/** The requests that endpoints get, for the `webhooks` of the OpenAPI document: one operation an event. */
export function describeEvents(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([name, kind]) => [name, { post: operation(name, kind) }]),
  );
}

function operation(name: string, { description, body, example }: EventKind): Record<string, unknown> {
  return {
    operationId: `on_${name.replaceAll(".", "_")}`,
    tags: ["Endpoint requests"],
    summary: description,
    security: [],
    parameters: HEADERS.map(header),
    requestBody: { required: true, content: { "application/json": { schema: body, example } } },
    responses: {
      "2XX": {
        description: "Accepted. Every other response, including redirects, is a failure and is retried",
      },
    },
  };
}

const HEADERS = [
  ["webhook-id", "The event's id: the same for every attempt", "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S"],
  ["webhook-timestamp", "The time of this attempt, in seconds since 1970", "1795253400"],
  [
    "webhook-signature",
    "HMAC-SHA256 of `{id}.{timestamp}.{body}`, as defined by Standard Webhooks; several are separated by spaces",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
  ["webhook-event-type", "The event's name", "message.status_update"],
] as const;

function header([name, description, example]: (typeof HEADERS)[number]): Record<string, unknown> {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example };
}
