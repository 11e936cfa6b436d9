import type { EventRow } from "../../db/events/events.ts";
import { Type } from "../lib/typebox.ts";

/** An event of the log: the body that webhooks carry, and the fields they carry in headers. */
export const EventSchema = Type.Object(
  {
    id: Type.String({ description: "The `webhook-id` of its deliveries, and a cursor: pass it as `after`" }),
    type: Type.String(),
    created_at: Type.String({ format: "date-time" }),
    test: Type.Optional(Type.Literal(true, { description: "Whether it is a test event" })),
    body: Type.Object({}, { additionalProperties: true, description: "The body that endpoints receive" }),
  },
  {
    title: "LoggedEvent",
    examples: [
      {
        id: "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
        type: "message.status_update",
        created_at: "2026-11-21T09:30:00.000Z",
        body: {
          message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
          conversation_id: "cv_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
          status: "delivered",
          organization_id: "org_01JDB2M5S8V0ZC3K7Q2M4N6P8A",
        },
      },
    ],
  },
);

/** An event as JSON text, with its body exactly as stored. */
export function envelope({ id, type, created_at, test, body }: EventRow): string {
  const outside = JSON.stringify({ id, type, created_at, ...(test ? { test } : {}) });
  return `${outside.slice(0, -1)},"body":${body}}`;
}

/**
 * An event as a Server-Sent Events message (HTML standard, section 9.2.5). A line break ends a
 * field, so each line of the data is a field of its own.
 */
export function streamMessage(row: EventRow): string {
  const data = envelope(row).replaceAll(/\r\n|\r|\n/g, "\ndata: ");
  return `id: ${row.id}\nevent: ${row.type}\ndata: ${data}\n\n`;
}
