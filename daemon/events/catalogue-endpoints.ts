import { Nullable, Type } from "../lib/typebox.ts";
import { type EventKind, EXAMPLE_IDS, event, Id, ORGANIZATION, Time } from "./catalogue-kind.ts";

/** Without the endpoint's URL and headers, which may hold its receiver's secrets. */
const ENDPOINT = { endpoint_id: Id("The webhook endpoint"), ...ORGANIZATION };
const EXAMPLE = {
  endpoint_id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
  organization_id: EXAMPLE_IDS.organization_id,
};
const FAILING_SINCE = "2026-11-17T09:30:00.000Z";

/** Events about delivery itself; sent to the organisation's other endpoints, never to the one concerned. */
export const ENDPOINT_EVENTS = {
  "endpoint.failing": event(
    "All deliveries to a webhook endpoint have failed for an hour, a day, three days or four days.",
    {
      ...ENDPOINT,
      failing_since: Time,
      disabled_at: Type.String({
        format: "date-time",
        description: "When it will be disabled, unless a delivery succeeds",
      }),
      response_status: Nullable(Type.Integer({ description: "The response of the latest failure" })),
      error: Nullable(Type.String({ description: "The latest failure" })),
    },
    {
      ...EXAMPLE,
      failing_since: FAILING_SINCE,
      disabled_at: "2026-11-22T09:30:00.000Z",
      response_status: 502,
      error: "the endpoint responded with 502",
    },
  ),
  "endpoint.disabled": event(
    "A webhook endpoint was disabled: it responded with 410 Gone, or failed for five days.",
    { ...ENDPOINT, reason: Type.String(), failing_since: Nullable(Time) },
    { ...EXAMPLE, reason: "nothing but failures for five days", failing_since: FAILING_SINCE },
  ),
  "endpoint.deliveries_expired": event(
    "Events that waited for a paused or failing webhook endpoint were deleted by the retention, and are not delivered.",
    { ...ENDPOINT, deliveries: Type.Integer({ minimum: 1, description: "How many events they were" }) },
    { ...EXAMPLE, deliveries: 42 },
  ),
  "endpoint.recovered": event(
    "A delivery to a failing webhook endpoint succeeded.",
    { ...ENDPOINT, failing_since: Time },
    { ...EXAMPLE, failing_since: FAILING_SINCE },
  ),
} satisfies Record<string, EventKind>;
