import { Nullable, Type } from "../lib/typebox.ts";

export const ACCEPTED_EXAMPLE = {
  id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  status: "queued",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  to: "14155550123",
  recipient: null,
  created_at: "2026-11-21T09:30:00.000Z",
  expires_at: "2026-11-22T09:30:00.000Z",
};

const { id: _, created_at: __, ...TRIED } = ACCEPTED_EXAMPLE;
export const TRIED_EXAMPLE = { dry_run: true, ...TRIED };

/** The response of a send: accepted, and nothing more. */
export const AcceptedSchema = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    status: Type.Union([Type.Literal("queued"), Type.Literal("scheduled")]),
    channel_id: Type.String(),
    to: Nullable(Type.String({ description: "Digits only; null when the recipient's number is not known" })),
    recipient: Nullable(
      Type.String({ description: "Where there is no number: the recipient's user id, or LID" }),
    ),
    created_at: Type.String(),
    expires_at: Type.String({ description: "When it fails with `expired`, if it still waits then" }),
  },
  {
    title: "AcceptedMessage",
    examples: [ACCEPTED_EXAMPLE],
  },
);
