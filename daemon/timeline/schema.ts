import { Nullable, type Static, Type } from "../lib/typebox.ts";

const KINDS = [
  "accepted",
  "received",
  "attempt",
  "status",
  "edited",
  "deleted",
  "event",
  "delivery",
  "waiting",
] as const;

const EntrySchema = Type.Object(
  {
    at: Type.String({
      format: "date-time",
      description: "When it was, or began; of `waiting`, when this was read",
    }),
    kind: Type.Unsafe<(typeof KINDS)[number]>(Type.Union(KINDS.map((kind) => Type.Literal(kind)))),
    status: Nullable(
      Type.String({
        description:
          "Of `status`, the message's; of `attempt`, `sent`, `retry`, `failed` or `unknown`, and null while the call is out; of `delivery`, the delivery's; of `waiting`, the reason",
      }),
    ),
    detail: Nullable(Type.String({ description: "Why it failed or waits, as a sentence" })),
    code: Nullable(Type.String({ description: "The code of the error that an attempt or a status has" })),
    attempt: Nullable(Type.Integer({ description: "Which attempt to send or to deliver it is" })),
    ended_at: Nullable(
      Type.String({ format: "date-time", description: "When the call or the delivery was over" }),
    ),
    event_id: Nullable(Type.String({ description: "Of an event and its deliveries: the `webhook-id`" })),
    event_type: Nullable(Type.String()),
    delivery_id: Nullable(Type.String()),
    endpoint_id: Nullable(Type.String()),
    response_status: Nullable(Type.Integer({ description: "What the endpoint answered" })),
  },
  { title: "TimelineEntry" },
);

export type Entry = Static<typeof EntrySchema>;

/** An entry with nothing but its time and kind, and what it has besides. */
export function entry(at: Date | string, kind: Entry["kind"], members: Partial<Entry> = {}): Entry {
  return {
    at: new Date(at).toISOString(),
    kind,
    status: null,
    detail: null,
    code: null,
    attempt: null,
    ended_at: null,
    event_id: null,
    event_type: null,
    delivery_id: null,
    endpoint_id: null,
    response_status: null,
    ...members,
  };
}

const AT = "2026-11-21T09:30:00";
const EVENT = { event_id: "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S", event_type: "message.sent" };

export const TimelineSchema = Type.Object(
  { data: Type.Array(EntrySchema) },
  {
    title: "Timeline",
    examples: [
      {
        data: [
          entry(`${AT}.000Z`, "accepted"),
          entry(`${AT}.020Z`, "attempt", { attempt: 1, status: "sent", ended_at: `${AT}.120Z` }),
          entry(`${AT}.120Z`, "status", { status: "sent" }),
          entry(`${AT}.121Z`, "event", EVENT),
          entry(`${AT}.121Z`, "delivery", {
            ...EVENT,
            attempt: 1,
            status: "succeeded",
            ended_at: `${AT}.160Z`,
            delivery_id: "dlv_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
            endpoint_id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
            response_status: 200,
          }),
        ],
      },
    ],
  },
);
