import { Nullable, type Static, Type } from "../../lib/typebox.ts";

const REASONS = [
  ...["scheduled", "channel_deleted", "channel_paused", "not_paired", "disconnected", "connecting"],
  ...[
    "no_worker",
    "messaging_limit",
    "marketing_limit",
    "conversation_held",
    "held_back",
    "restricted",
    "resting",
    "quiet_hours",
  ],
  ...["file_converting", "outcome_unknown", "retry", "pace", "behind", "one_tick"],
] as const;

/** Why a message that waits is not sent now, or one that was sent has not arrived. */
export const WaitingSchema = Type.Object(
  {
    reason: Type.Unsafe<(typeof REASONS)[number]>(Type.Union(REASONS.map((reason) => Type.Literal(reason)))),
    detail: Type.String({ description: "The same as a sentence" }),
    until: Nullable(Type.String({ description: "When that is over; null where nobody knows" })),
  },
  {
    // generators make a value that may be null only of a schema with a name
    title: "MessageWait",
    description:
      "The reason why a `queued` or `scheduled` message waits, and why one that was `sent` to a person a day ago is not delivered (`one_tick`); otherwise null",
  },
);

export type Waiting = Static<typeof WaitingSchema>;
