import { Nullable, Type } from "../lib/typebox.ts";
import { Count, EXAMPLE_IDS, event, Id, ORGANIZATION } from "./catalogue-kind.ts";

const BROADCAST = {
  broadcast_id: Id("The broadcast"),
  name: Type.String(),
  status: Type.String({ description: "Its state" }),
  counts: Type.Record(Type.String(), Count("People"), {
    description: "How many of its people are in each state, of `audience` in all",
  }),
  stopped_by: Nullable(
    Type.Object(
      { rule: Type.String(), detail: Type.String() },
      {
        additionalProperties: true,
        description:
          "The rule that stopped it; with `budget_id`, `continues_at` and `price` if it is a budget",
      },
    ),
  ),
  ...ORGANIZATION,
};

const EXAMPLE = {
  broadcast_id: "bc_01JDB2M5S8V0ZC3K7Q2M4N6P93",
  name: "Spring menu",
  status: "running",
  counts: {
    ...{ audience: 1200, skipped: 20, waiting: 700, accepted: 5, sent: 25, delivered: 300, read: 148 },
    ...{ failed: 2, cancelled: 0, replied: 12, opted_out: 1 },
  },
  stopped_by: null,
  organization_id: EXAMPLE_IDS.organization_id,
};

const STOPPED = { rule: "failed_percent", detail: "25 of the last 100 messages failed" };

/** Events about broadcasts. */
export const BROADCAST_EVENTS = {
  "broadcast.started": event("A broadcast began.", BROADCAST, EXAMPLE),
  "broadcast.progressed": event("A broadcast made progress, or continues after a pause.", BROADCAST, EXAMPLE),
  "broadcast.paused": event("A broadcast was paused.", BROADCAST, { ...EXAMPLE, status: "paused" }),
  "broadcast.stopped": event("A rule of a broadcast stopped it.", BROADCAST, {
    ...EXAMPLE,
    status: "stopped",
    stopped_by: STOPPED,
  }),
  "broadcast.completed": event("A broadcast came to its end.", BROADCAST, {
    ...EXAMPLE,
    status: "completed",
  }),
  "broadcast.cancelled": event("A broadcast was cancelled.", BROADCAST, { ...EXAMPLE, status: "cancelled" }),
};
