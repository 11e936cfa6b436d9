import { Type } from "../../lib/typebox.ts";
import { asGiven } from "../aliases.ts";
import { refuse } from "../checks.ts";
import { strict } from "../fields.ts";
import { messageType } from "../message-type.ts";

const PRESENCES = ["composing", "recording", "paused", "available", "unavailable"] as const;
const LONGEST_MS = 25_000;

/** Shows a paired number as writing, recording, there or away; on official numbers see `mark_as_read`. */
export const presence = messageType({
  type: "presence",
  schema: strict({
    presence: Type.Union(PRESENCES.map((name) => Type.Literal(name))),
    duration_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LONGEST_MS,
        description: "Milliseconds after which typing or recording stops",
      }),
    ),
  }),
  canonical: asGiven,
  check(content) {
    const lasts = content.presence === "composing" || content.presence === "recording";
    if (content.duration_ms !== undefined && !lasts) {
      refuse("/duration_ms", "only composing and recording have a duration");
    }
  },
  addressed: false,
  examples: [{ presence: "composing", duration_ms: 4000 }],
});
