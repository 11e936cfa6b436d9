import type { CrmRecordRow } from "../../db/crm/records.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

export const RecordKindSchema = Type.Union(
  ["contact", "company", "deal", "task"].map((kind) => Type.Literal(kind)),
);

export const RecordSchema = Type.Object(
  {
    id: Type.String(),
    kind: RecordKindSchema,
    name: Nullable(Type.String({ description: "Only a contact's can be null" })),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    pipeline_id: Nullable(Type.String({ description: "Of a deal" })),
    stage: Nullable(Type.String({ description: "Of a deal: a stage of its pipeline" })),
    amount: Nullable(Type.Number({ description: "Of a deal" })),
    currency: Nullable(Type.String({ description: "Of a deal: ISO 4217" })),
    due_at: Nullable(Type.String({ description: "Of a task" })),
    completed_at: Nullable(Type.String({ description: "Of a task" })),
    assignee_id: Nullable(Type.String({ description: "The user it is assigned to" })),
    version: Type.Integer({ description: "Also the ETag" }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "CrmRecord",
    examples: [
      {
        id: "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X",
        kind: "deal",
        name: "Twelve espresso machines",
        custom_fields: { source: "fair" },
        pipeline_id: "pip_01JDB2M5S8V0ZC3K7Q2M4N6P92",
        stage: "negotiation",
        amount: 14_400,
        currency: "EUR",
        due_at: null,
        completed_at: null,
        assignee_id: null,
        version: 3,
        created_at: "2026-11-20T09:30:00.000Z",
        updated_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

/** A record as the API shows it. */
export function showRecord(row: CrmRecordRow): Static<typeof RecordSchema> {
  return {
    ...{ id: row.id, kind: row.kind, name: row.name },
    custom_fields: JSON.parse(row.custom_fields),
    ...{ pipeline_id: row.pipeline_id, stage: row.stage },
    amount: row.amount === null ? null : Number(row.amount),
    currency: row.currency,
    due_at: row.due_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    ...{ assignee_id: row.assignee_id, version: row.version },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
