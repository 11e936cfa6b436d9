import type { RecordChanges } from "../../lib/api/types/crm.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { assigneeOf } from "../../lib/values/assignee.ts";
import { fromNow } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";

/** The options that say something of a record. */
export const recordFieldOptions = {
  name: { value: "name", description: "Its name" },
  set: { value: "key=value", repeat: true, description: "A custom field; `key=` removes it" },
  pipeline: { value: "id", of: "pipelines", description: "Pipeline of a deal" },
  stage: { value: "name", description: "Stage of a deal" },
  amount: { value: "number", description: "Amount of a deal" },
  currency: { value: "code", description: "Currency of a deal, such as EUR" },
  due: { value: "time", description: "When a task is due: 2h, 7d (from now) or a date" },
  assignee: {
    value: "id",
    of: "users",
    description: "User it is assigned to; `none` takes the assignment away",
  },
} as const;

/** The changes that the options give, as the API takes them. */
export function recordChanges(options: OptionValues<typeof recordFieldOptions>): RecordChanges {
  const { name, set, pipeline, stage, amount, currency, due, assignee } = options;
  return given({
    name,
    custom_fields: set.length === 0 ? undefined : Object.fromEntries(set.map(customField)),
    pipeline_id: pipeline,
    stage,
    amount: amount === undefined ? undefined : numberOf(amount),
    currency: currency?.toUpperCase(),
    due_at: fromNow(due),
    assignee_id: assigneeOf(assignee),
  });
}

function customField(text: string): [string, string | null] {
  const at = text.indexOf("=");
  if (at < 1) throw usageFailure(`--set must be key=value, not '${text}'`);
  const value = text.slice(at + 1);
  return [text.slice(0, at), value === "" ? null : value];
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number))
    throw usageFailure(`--amount must be a number, not '${text}'`);
  return number;
}
