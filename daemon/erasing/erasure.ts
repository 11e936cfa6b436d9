import { ERASURE_STATUSES, type ErasureRow } from "../../db/erasing/erasures.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

/** How long an erasure can be taken back, in seconds: a week. */
export const REFLECTION_SECONDS = 7 * 24 * 3600;

const Reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: "\\S",
  description: "Why, for the record. It stays, so don't name the person in it",
});

export const EraseBody = Type.Object(
  {
    reason: Reason,
    at_once: Type.Optional(
      Type.Boolean({
        description: "Begin now. Otherwise it begins in a week, and can be cancelled until then",
      }),
    ),
  },
  { examples: [{ reason: "They asked for it by email." }] },
);

const Status = Type.Union(ERASURE_STATUSES.map((status) => Type.Literal(status)));
const Time = Type.String({ format: "date-time" });

export const ErasureSchema = Type.Object(
  {
    id: Type.String(),
    contact_id: Type.String({
      description: "Whom it erases; once it has begun, the random id under which what is kept of them stands",
    }),
    status: Status,
    reason: Reason,
    requested_by: Type.String({ description: "The user or API key that asked for it" }),
    erase_at: { ...Time, description: "When it begins" },
    erased: Type.Object(
      {
        ...{ messages: Type.Integer(), files: Type.Integer() },
        events: Type.Integer({ description: "Of the log, as it is kept" }),
      },
      { description: "How many so far" },
    ),
    created_at: Time,
    finished_at: Nullable(Time),
  },
  {
    title: "Erasure",
    examples: [
      {
        ...{ id: "ers_01JDB2M5S8V0ZC3K7Q2M4N6P95", contact_id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T" },
        ...{ status: "waiting", reason: "They asked for it by email." },
        requested_by: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
        ...{ erase_at: "2026-12-07T09:30:00.000Z", erased: { messages: 0, files: 0, events: 0 } },
        ...{ created_at: "2026-11-30T09:30:00.000Z", finished_at: null },
      },
    ],
  },
);

/** An erasure as the API shows it. */
export function showErasure(row: ErasureRow): Static<typeof ErasureSchema> {
  const { id, contact_id, status, reason, messages, files, events } = row;
  return {
    ...{ id, contact_id, status, reason, requested_by: row.author, erase_at: row.erase_at.toISOString() },
    erased: { messages, files, events },
    ...{ created_at: row.created_at.toISOString(), finished_at: row.finished_at?.toISOString() ?? null },
  };
}
