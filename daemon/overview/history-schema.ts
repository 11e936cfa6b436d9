import { Nullable, Type } from "../lib/typebox.ts";

const Count = Type.Integer({ minimum: 0 });

const PointSchema = Type.Object({
  at: Type.String({ format: "date-time", description: "When the step begins" }),
  accepted: Count,
  sent: Count,
  delivered: Count,
  read: Count,
  failed: Count,
  received: Count,
  lag_ms: Nullable(
    Type.Integer({
      description:
        "Milliseconds from when a message was accepted, or scheduled for, until it was sent, on average",
    }),
  ),
  longest_lag_ms: Nullable(Type.Integer({ description: "The same, of the one that waited longest" })),
  webhooks: Nullable(
    Type.Object(
      {
        delivered: Count,
        failed: Type.Integer({ minimum: 0, description: "Attempts that failed" }),
        lag_ms: Nullable(
          Type.Integer({ description: "Milliseconds from an event to its delivery, on average" }),
        ),
        longest_lag_ms: Nullable(Type.Integer({ description: "The same, of the one that waited longest" })),
      },
      {
        description:
          "Null for one channel, for a key for some channels, and without `webhooks:manage`: endpoints get the events of all",
      },
    ),
  ),
  failures: Type.Array(
    Type.Object({ code: Type.String({ description: "The message's error code" }), count: Count }),
    { description: "Failed messages by reason, the most frequent first" },
  ),
});

/** What `GET /v1/overview/history` answers. */
export const HistorySchema = Type.Object(
  {
    over: Type.String(),
    step_seconds: Type.Integer({
      description: "The length of each step: a minute, a quarter hour, or six hours",
    }),
    points: Type.Array(PointSchema, { description: "Oldest first; the last one has only begun" }),
  },
  { title: "OverviewHistory" },
);

export const HISTORY_EXAMPLE = {
  over: "hour",
  step_seconds: 60,
  points: [
    {
      at: "2026-11-21T09:30:00.000Z",
      ...{ accepted: 120, sent: 118, delivered: 110, read: 64, failed: 1, received: 31 },
      webhooks: { delivered: 410, failed: 2, lag_ms: 35, longest_lag_ms: 30_140 },
      ...{ lag_ms: 84, longest_lag_ms: 1210, failures: [{ code: "recipient_unreachable", count: 1 }] },
    },
  ],
};
