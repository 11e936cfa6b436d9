import type { PipelineRow } from "../../db/crm/pipelines.ts";
import { type Static, Type } from "../lib/typebox.ts";

const StageSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  outcome: Type.Union([Type.Literal("open"), Type.Literal("won"), Type.Literal("lost")], {
    description: "The state of a deal in the stage",
  }),
});

export type Stage = Static<typeof StageSchema>;

const StagesSchema = Type.Array(StageSchema, {
  minItems: 1,
  maxItems: 50,
  description: "In the order in which deals pass through them; names are unique",
});

const STAGES = [
  { name: "new", outcome: "open" },
  { name: "negotiation", outcome: "open" },
  { name: "won", outcome: "won" },
  { name: "lost", outcome: "lost" },
];

export const PipelineSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    stages: StagesSchema,
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Pipeline",
    examples: [
      {
        id: "pip_01JDB2M5S8V0ZC3K7Q2M4N6P92",
        name: "Sales",
        stages: STAGES,
        created_at: "2026-11-21T09:30:00.000Z",
        updated_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

const Name = Type.String({ minLength: 1, maxLength: 200 });

export const PipelineBody = Type.Object(
  { name: Name, stages: StagesSchema },
  { examples: [{ name: "Sales", stages: STAGES }] },
);
export const PipelineChanges = Type.Object(
  { name: Type.Optional(Name), stages: Type.Optional(StagesSchema) },
  { minProperties: 1, examples: [{ name: "Wholesale" }] },
);

export function stagesOf({ stages }: Pick<PipelineRow, "stages">): Stage[] {
  return JSON.parse(stages);
}

/** A pipeline as the API shows it. */
export function showPipeline(row: PipelineRow): Static<typeof PipelineSchema> {
  return {
    id: row.id,
    name: row.name,
    stages: stagesOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
