import type { BroadcastRow } from "../../db/broadcasts/broadcasts.ts";
import { PrioritySchema } from "../lib/priority.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { CostSoFarSchema, type Figures } from "./figures.ts";
import { AudienceSchema, LimitSchema, StopSchema, TemplateSchema, WindowSchema } from "./plan/bodies.ts";
import { readPlan } from "./plan/plan.ts";

export const StatusSchema = Type.Union(
  (["draft", "scheduled", "running", "paused", "stopped", "completed", "cancelled"] as const).map((status) =>
    Type.Literal(status),
  ),
);

export const PersonStatusSchema = Type.Union(
  (["skipped", "waiting", "accepted", "sent", "delivered", "read", "failed", "cancelled"] as const).map(
    (status) => Type.Literal(status),
  ),
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const CountsSchema = Type.Object(
  {
    audience: Count("All of its people; each is in exactly one of the states from `skipped` to `cancelled`"),
    skipped: Count("Those who get nothing; the list of people says why"),
    waiting: Count("Those whose turn comes later"),
    accepted: Count("Their messages wait to be sent"),
    sent: Count("Handed to WhatsApp"),
    delivered: Count("On their phones"),
    read: Count("Read"),
    failed: Count("Could not be sent or delivered"),
    cancelled: Count("Cancelled before they were sent"),
    replied: Count("Those who wrote within a week after it"),
    opted_out: Count("Those who opted out within a week after it"),
  },
  { title: "BroadcastCounts" },
);

const NONE: Figures = {
  counts: {
    ...{ audience: 0, skipped: 0, waiting: 0, accepted: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
    ...{ cancelled: 0, replied: 0, opted_out: 0 },
  },
  cost: null,
};

export const BroadcastSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: StatusSchema,
    channel_ids: Type.Array(Type.String()),
    template: TemplateSchema,
    audience: AudienceSchema,
    starts_at: Nullable(Type.String()),
    window: Nullable(Type.Object(WindowSchema.properties, { title: "BroadcastWindow" })),
    rate_per_second: Nullable(Type.Number()),
    priority: PrioritySchema,
    stop: Nullable(Type.Object(StopSchema.properties, { title: "BroadcastStop" })),
    limit: Nullable(Type.Object(LimitSchema.properties, { title: "BroadcastLimit" })),
    require_consent: Type.Boolean(),
    counts: CountsSchema,
    cost: CostSoFarSchema,
    stopped_by: Nullable(
      Type.Object(
        {
          rule: Type.String(),
          detail: Type.String(),
          budget_id: Type.Optional(Type.String({ description: "The budget, if the rule is `budget`" })),
          continues_at: Type.Optional(
            Type.String({
              description:
                "When it continues by itself, unless the budget has room before: it is raised, or some is given back",
            }),
          ),
          price: Type.Optional(Type.Number({ description: "What a message costs that had no room" })),
        },
        { title: "BroadcastStopped", description: "The rule that stopped it; `budget` is one, too" },
      ),
    ),
    started_at: Nullable(Type.String()),
    ended_at: Nullable(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Broadcast",
    examples: [
      {
        id: "bc_01JDB2M5S8V0ZC3K7Q2M4N6P93",
        name: "Spring menu",
        status: "running",
        channel_ids: ["ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R"],
        template: { name: "hello_world", language: "en_US" },
        audience: { list_id: "lst_01JDB2M5S8V0ZC3K7Q2M4N6P90" },
        starts_at: null,
        window: { from: "09:00", to: "18:00" },
        rate_per_second: 20,
        priority: "low",
        stop: { failed_percent: 20 },
        limit: null,
        require_consent: false,
        counts: {
          ...{ audience: 1200, skipped: 20, waiting: 700, accepted: 5, sent: 25, delivered: 300, read: 148 },
          ...{ failed: 2, cancelled: 0, replied: 12, opted_out: 1 },
        },
        cost: { amount: 50.67, expected: 133.46, currency: "EUR", messages: 448, free: 0, unpriced: 0 },
        stopped_by: null,
        started_at: "2026-11-21T09:30:00.000Z",
        ended_at: null,
        created_at: "2026-11-21T09:20:00.000Z",
        updated_at: "2026-11-21T09:30:24.000Z",
      },
    ],
  },
);

/** A broadcast as the API shows it. */
export function showBroadcast(row: BroadcastRow, figures: Figures = NONE): Static<typeof BroadcastSchema> {
  return {
    ...{ id: row.id, name: row.name, status: row.status, channel_ids: row.channel_ids },
    ...readPlan(row),
    starts_at: row.starts_at?.toISOString() ?? null,
    ...figures,
    stopped_by: row.stopped_by === null ? null : JSON.parse(row.stopped_by),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
