import type { RecordChanges } from "../../lib/api/types/crm.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { parseTime } from "../../lib/values/duration.ts";

type FieldOptions = {
  name: string | undefined;
  set: string[];
  pipeline: string | undefined;
  stage: string | undefined;
  amount: string | undefined;
  currency: string | undefined;
  due: string | undefined;
  assignee: string | undefined;
};

/** What the options say of a record, as the API takes it. */
export function recordChanges(options: FieldOptions): RecordChanges {
  const { name, pipeline, stage, amount, currency, due, assignee } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(options.set.length === 0 ? {} : { custom_fields: Object.fromEntries(options.set.map(customField)) }),
    ...(pipeline === undefined ? {} : { pipeline_id: pipeline }),
    ...(stage === undefined ? {} : { stage }),
    ...(amount === undefined ? {} : { amount: numberOf(amount) }),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
    ...(due === undefined ? {} : { due_at: parseTime(due, 1) }),
    ...(assignee === undefined ? {} : { assignee_id: assignee === "none" ? null : assignee }),
  };
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
