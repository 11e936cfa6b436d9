import type { SyncRow } from "../../db/templates/syncs.ts";
import type { TemplateRow } from "../../db/templates/templates.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { editableAt } from "./edits.ts";

const Components = Type.Array(Type.Record(Type.String(), Type.Unknown()));

export const OptimizationSpec = Type.Object(
  { bid_amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }) },
  {
    additionalProperties: Type.Unknown(),
    description:
      "The most that 1,000 deliveries of a marketing template may cost, in the smallest unit of the account's currency, in Meta's form (Marketing Messages API). Meta charges that or less: the rate card does not say what",
  },
);

const TEMPLATE_STATUSES = [
  ...["draft", "pending", "approved", "rejected", "paused", "disabled", "in_appeal"],
  ...["archived", "limit_exceeded"],
];
export const TemplateStatus = Type.Union(TEMPLATE_STATUSES.map((status) => Type.Literal(status)));

export const TemplateSchema = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String({ description: "A channel it can be sent on; every channel of its account can" }),
    name: Type.String(),
    language: Type.String(),
    category: Type.String(),
    parameter_format: Type.String(),
    status: TemplateStatus,
    rejected_reason: Nullable(Type.String()),
    flag: Nullable(
      Type.String({ description: "`flagged`: soon paused for its quality; `locked`: can't be edited" }),
    ),
    quality: Nullable(Type.String({ description: "GREEN, YELLOW, RED or UNKNOWN" })),
    components: Components,
    optimization_spec: Nullable(OptimizationSpec),
    draft: Nullable(
      Type.Object(
        {
          category: Type.String(),
          components: Components,
          optimization_spec: Type.Optional(OptimizationSpec),
        },
        { description: "Changes that are not submitted yet" },
      ),
    ),
    editable_at: Nullable(
      Type.String({
        description:
          "When Meta takes an edit again: of an approved template, one in 24 hours and ten in 30 days. Null: now, as far as the edits were made with Waypost",
      }),
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Template",
    examples: [
      {
        id: "tpl_01JDB2M5S8V0ZC3K7Q2M4N6P8V",
        channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        name: "order_ready",
        language: "en_US",
        category: "UTILITY",
        parameter_format: "POSITIONAL",
        status: "approved",
        rejected_reason: null,
        flag: null,
        quality: "GREEN",
        components: [{ type: "BODY", text: "Hello {{1}}, your order is ready." }],
        optimization_spec: null,
        draft: null,
        editable_at: null,
        created_at: "2026-11-21T09:30:00.000Z",
        updated_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

/** A template as the API shows it. */
export function showTemplate(row: TemplateRow) {
  return {
    id: row.id,
    channel_id: row.channel_id,
    name: row.name,
    language: row.language,
    category: row.category,
    parameter_format: row.parameter_format,
    status: row.status,
    rejected_reason: row.rejected_reason,
    flag: row.flag,
    quality: row.quality,
    components: JSON.parse(row.components) as Record<string, unknown>[],
    optimization_spec:
      row.optimization_spec === null ? null : (JSON.parse(row.optimization_spec) as MaxPrice),
    draft: row.draft === null ? null : (JSON.parse(row.draft) as Draft),
    editable_at: editableAt(row)?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The most that deliveries may cost, in Meta's form. */
export type MaxPrice = Static<typeof OptimizationSpec>;

export type Draft = {
  category: string;
  components: Record<string, unknown>[];
  optimization_spec?: MaxPrice | undefined;
};

export const SyncSchema = Type.Object(
  {
    id: Type.String(),
    channel_id: Nullable(Type.String()),
    status: Type.Union(["queued", "running", "succeeded", "failed"].map((status) => Type.Literal(status))),
    created: Type.Integer({ description: "Templates that were new here" }),
    updated: Type.Integer({ description: "Those that had changed" }),
    deleted: Type.Integer({ description: "Those that are gone from the platform" }),
    error: Nullable(Type.String()),
    created_at: Type.String(),
    finished_at: Nullable(Type.String()),
  },
  {
    title: "TemplateSync",
    examples: [
      {
        id: "syn_01JDB2M5S8V0ZC3K7Q2M4N6P8X",
        channel_id: null,
        status: "succeeded",
        created: 2,
        updated: 1,
        deleted: 0,
        error: null,
        created_at: "2026-11-21T09:30:00.000Z",
        finished_at: "2026-11-21T09:30:01.000Z",
      },
    ],
  },
);

export function showSync({ organization_id: _, created_at, finished_at, ...row }: SyncRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}
