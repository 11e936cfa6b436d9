import { decodeTime } from "ulid";
import type { ReplayRow } from "../../db/webhooks/replays.ts";
import { Nullable, Type } from "../lib/typebox.ts";

const ReplayStatus = Type.Union(
  (["failed", "exhausted", "succeeded", "all"] as const).map((status) => Type.Literal(status)),
  {
    default: "failed",
    description:
      "`failed`: events without a successful delivery, and those that were missed; `exhausted`: only those that are not retried any more; `succeeded`: those delivered already; `all`: everything that the endpoint subscribes to",
  },
);
const EXAMPLE_ID = "rpl_01JDB2M5S8V0ZC3K7Q2M4N6P8R";

export const ReplayBody = Type.Object(
  {
    since: Type.String({ format: "date-time", description: "Events at or after this time" }),
    until: Type.Optional(
      Type.String({ format: "date-time", description: "Events before this time; default now" }),
    ),
    endpoint_id: Type.Optional(
      Type.String({ maxLength: 64, description: "Default: every enabled endpoint" }),
    ),
    event_types: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        minItems: 1,
        maxItems: 100,
        description: "Default: all",
      }),
    ),
    status: Type.Optional(ReplayStatus),
    dry_run: Type.Optional(
      Type.Boolean({ description: "Only counts what would be delivered; the record has the result" }),
    ),
  },
  { examples: [{ since: "2026-11-20T00:00:00.000Z", endpoint_id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8T" }] },
);

export const ReplayedSchema = Type.Object(
  {
    id: Type.String(),
    matched: Nullable(
      Type.Integer({ description: "Always null: not counted yet; the replay's record will have it" }),
    ),
  },
  { title: "StartedReplay", examples: [{ id: EXAMPLE_ID, matched: null }] },
);

export const ReplaySchema = Type.Object(
  {
    id: Type.String(),
    status: Type.Union(
      (["queueing", "delivering", "done", "cancelled"] as const).map((status) => Type.Literal(status)),
      {
        description:
          "`queueing`: events are searched, and missing deliveries queued; `delivering`: everything is queued; `cancelled`: nothing more is queued",
      },
    ),
    since: Type.String({ format: "date-time", description: "Of the first events in the range" }),
    until: Type.String({
      format: "date-time",
      description: "The range ends before this time: as it was given, or the time of the request",
    }),
    dry_run: Type.Boolean({ description: "Only counts: `queued` is what would be queued" }),
    progress: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "How much of the time range was searched",
    }),
    matched: Nullable(
      Type.Integer({ minimum: 0, description: "Deliveries to make; null until all are counted" }),
    ),
    queued: Type.Integer({ minimum: 0, description: "Queued so far" }),
    succeeded: Type.Integer({ minimum: 0 }),
    exhausted: Type.Integer({ minimum: 0, description: "Failed for good" }),
    created_at: Type.String({ format: "date-time" }),
    finished_at: Nullable(
      Type.String({ format: "date-time", description: "When everything was queued, or it was cancelled" }),
    ),
  },
  {
    title: "Replay",
    examples: [
      {
        id: EXAMPLE_ID,
        status: "delivering",
        since: "2026-11-20T00:00:00.000Z",
        until: "2026-11-21T09:30:00.000Z",
        dry_run: false,
        progress: 1,
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
    since: new Date(timeOf(row.first_event)).toISOString(),
    until: new Date(timeOf(row.last_event)).toISOString(),
    dry_run: row.dry_run,
    progress: progressOf(row),
    matched: row.matched,
    queued: row.queued,
    succeeded: row.succeeded,
    exhausted: row.exhausted,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function statusOf({ dry_run, cancelled_at, finished_at, queued, succeeded, exhausted }: ReplayRow) {
  if (cancelled_at !== null) return "cancelled" as const;
  if (finished_at === null) return "queueing" as const;
  return !dry_run && succeeded + exhausted < queued ? ("delivering" as const) : ("done" as const);
}

function progressOf({ position, first_event, last_event, matched }: ReplayRow): number {
  if (matched !== null) return 1;
  if (position === "") return 0;
  const [first, last, reached] = [first_event, last_event, position].map(timeOf) as [number, number, number];
  const share = Math.min(1, Math.max(0, (reached - first) / (last - first)));
  return Math.round(1000 * share) / 1000;
}

/** The time of an event in milliseconds since 1970, read from its id (`evt_01J…`). */
function timeOf(eventId: string): number {
  return decodeTime(eventId.slice(4, 14).padEnd(26, "0"));
}
