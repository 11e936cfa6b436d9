import type { Queryable } from "../../db/connection/client.ts";
import { isUser } from "../../db/conversations/conversations.ts";
import { findPipeline } from "../../db/crm/pipelines.ts";
import type { CrmFields, CrmRecordRow, RecordKind } from "../../db/crm/records.ts";
import { LIMITS } from "../../db/functions/limits.ts";
import { problem } from "../http/problem.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { type Stage, stagesOf } from "./pipeline.ts";

const Name = Type.String({ minLength: 1, maxLength: 500 });
const FIELDS = {
  custom_fields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Merged by key; null removes a key. At most ${LIMITS.most_custom_fields} keys and ${LIMITS.most_record_bytes / 1024} KiB in all`,
    }),
  ),
  pipeline_id: Type.Optional(Nullable(Type.String({ maxLength: 64, description: "Of a deal" }))),
  stage: Type.Optional(
    Type.String({ maxLength: 100, description: "Of a deal; default: the first of the pipeline" }),
  ),
  amount: Type.Optional(Nullable(Type.Number({ minimum: -1e12, maximum: 1e12, description: "Of a deal" }))),
  currency: Type.Optional(
    Nullable(Type.String({ pattern: "^[A-Z]{3}$", description: "Of a deal: ISO 4217" })),
  ),
  due_at: Type.Optional(Nullable(Type.String({ format: "date-time", description: "Of a task" }))),
  completed: Type.Optional(Type.Boolean({ description: "Of a task" })),
  assignee_id: Type.Optional(Nullable(Type.String({ format: "uuid", description: "A user" }))),
};

export const CreateBody = Type.Object(
  {
    kind: Type.Union(["company", "deal", "task"].map((kind) => Type.Literal(kind))),
    name: Name,
    ...FIELDS,
  },
  {
    examples: [
      { kind: "company", name: "Blue Door Café", custom_fields: { city: "Lisbon" } },
      {
        kind: "deal",
        name: "Twelve espresso machines",
        pipeline_id: "pip_01JDB2M5S8V0ZC3K7Q2M4N6P92",
        amount: 14_400,
        currency: "EUR",
      },
      { kind: "task", name: "Call back", due_at: "2026-11-24T09:00:00Z" },
    ],
  },
);

export const UpdateBody = Type.Object(
  { name: Type.Optional(Name), ...FIELDS },
  { minProperties: 1, examples: [{ stage: "won" }, { completed: true }, { custom_fields: { city: null } }] },
);

/** The fields that only one kind of record has. */
const KINDS = {
  pipeline_id: "deal",
  stage: "deal",
  amount: "deal",
  currency: "deal",
  due_at: "task",
  completed: "task",
} as const;

type Given = Partial<Static<typeof UpdateBody>>;

/**
 * The columns set by the given fields of a record; `before` is the record as stored, if it
 * exists. Throws 422 for a field of another kind, and for a pipeline, stage or user that does
 * not exist.
 */
export async function columnsOf(
  sql: Queryable,
  organizationId: string,
  kind: RecordKind,
  given: Given,
  before: CrmRecordRow | null,
): Promise<CrmFields> {
  for (const [field, of] of Object.entries(KINDS))
    if (field in given && kind !== of) throw wrong(field, `a ${kind} has none; it is a ${of}'s`);
  if (!isPostgresText(given)) throw wrong("", "a text has a NUL character or half of a surrogate pair");
  const { name, custom_fields, amount, currency, assignee_id, due_at, completed } = given;
  if (typeof assignee_id === "string" && !(await isUser(sql, organizationId, assignee_id)))
    throw wrong("assignee_id", "no such user");
  return {
    ...(name === undefined ? {} : { name }),
    ...(custom_fields === undefined ? {} : { custom_fields: JSON.stringify(custom_fields) }),
    ...(amount === undefined ? {} : { amount }),
    ...(currency === undefined ? {} : { currency }),
    ...(assignee_id === undefined ? {} : { assignee_id }),
    ...(due_at === undefined ? {} : { due_at: due_at === null ? null : new Date(due_at) }),
    ...completion(completed, before),
    ...(await placeOf(sql, organizationId, given, before)),
  };
}

/** Completing a task again keeps the time of its first completion. */
function completion(completed: boolean | undefined, before: CrmRecordRow | null): CrmFields {
  if (completed === undefined || (completed && before?.completed_at)) return {};
  return { completed_at: completed ? new Date() : null };
}

/** A deal's pipeline and its stage there. */
async function placeOf(
  sql: Queryable,
  organizationId: string,
  { pipeline_id, stage }: Given,
  before: CrmRecordRow | null,
): Promise<CrmFields> {
  if (pipeline_id === undefined && stage === undefined) return {};
  const id = pipeline_id === undefined ? (before?.pipeline_id ?? null) : pipeline_id;
  if (id === null) {
    if (stage !== undefined) throw wrong("stage", "a stage needs a pipeline");
    return { pipeline_id: null, stage: null };
  }
  const pipeline = await findPipeline(sql, organizationId, id);
  if (pipeline === null) throw wrong("pipeline_id", "no such pipeline");
  return { pipeline_id: id, stage: stageIn(stagesOf(pipeline), stage) };
}

function stageIn(stages: readonly Stage[], wanted: string | undefined): string {
  const found = wanted === undefined ? stages[0] : stages.find(({ name }) => name === wanted);
  if (found !== undefined) return found.name;
  throw wrong("stage", `the pipeline has no such stage; it has ${stages.map(({ name }) => name).join(", ")}`);
}

/** A 422 that names a field. */
export function wrong(field: string, message: string) {
  return problem(422, "invalid_request", `/${field}: ${message}`, {
    errors: [{ path: `/${field}`, message }],
  });
}
