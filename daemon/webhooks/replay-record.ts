import { Type } from "@sinclair/typebox";
import type { ReplayRow } from "../../db/replays.ts";
import { Nullable } from "../nullable.ts";

const ReplayStatus = Type.Union(
  (["failed", "exhausted", "succeeded", "all"] as const).map((status) => Type.Literal(status)),
  {
    default: "failed",
    description:
      "`failed`: what no delivery succeeded for, and what was missed; `exhausted`: only what is not tried again anyway; `succeeded`: what was taken already; `all`: everything the endpoint subscribes to",
  },
);
const EXAMPLE_ID = "rpl_01JDB2M5S8V0ZC3K7Q2M4N6P8R";

export const ReplayBody = Type.Object(
  {
    since: Type.String({ format: "date-time", description: "Events at or after this time" }),
    until: Type.Optional(Type.String({ format: "date-time", description: "Events before this time; now" })),
    endpoint_id: Type.Optional(
      Type.String({ maxLength: 64, description: "Absent is every enabled endpoint" }),
    ),
    event_types: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        minItems: 1,
        maxItems: 100,
        description: "Absent is all",
      }),
    ),
    status: Type.Optional(ReplayStatus),
    dry_run: Type.Optional(Type.Boolean({ description: "Only counts what would be delivered" })),
  },
  { examples: [{ since: "2026-11-20T00:00:00.000Z", endpoint_id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8T" }] },
);

export const ReplayedSchema = Type.Object(
  {
    id: Nullable(Type.String({ description: "Null after a dry run" })),
    matched: Type.Integer({ minimum: 0, description: "Deliveries that will be made" }),
  },
  { title: "StartedReplay", examples: [{ id: EXAMPLE_ID, matched: 1200 }] },
);

export const ReplaySchema = Type.Object(
  {
    id: Type.String(),
    status: Type.Union([Type.Literal("queueing"), Type.Literal("delivering"), Type.Literal("done")]),
    matched: Type.Integer({ minimum: 0, description: "Deliveries there were to make when it was asked for" }),
    queued: Type.Integer({ minimum: 0, description: "Queued so far; what succeeded meanwhile is left out" }),
    succeeded: Type.Integer({ minimum: 0 }),
    exhausted: Type.Integer({ minimum: 0, description: "Failed for good" }),
    created_at: Type.String({ format: "date-time" }),
    finished_at: Nullable(Type.String({ format: "date-time", description: "When all was queued" })),
  },
  {
    title: "Replay",
    examples: [
      {
        id: EXAMPLE_ID,
        status: "delivering",
        matched: 1200,
        queued: 1200,
        succeeded: 730,
        exhausted: 0,
        created_at: "2026-11-21T09:30:00.000Z",
        finished_at: "2026-11-21T09:30:01.000Z",
      },
    ],
  },
);

/** A replay as the API shows it. */
export function showReplay(row: ReplayRow) {
  return {
    id: row.id,
    status: statusOf(row),
    matched: row.matched,
    queued: row.queued,
    succeeded: row.succeeded,
    exhausted: row.exhausted,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function statusOf({ finished_at, queued, succeeded, exhausted }: ReplayRow) {
  if (finished_at === null) return "queueing" as const;
  return succeeded + exhausted < queued ? ("delivering" as const) : ("done" as const);
}
