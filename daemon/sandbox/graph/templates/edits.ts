import type { GraphFailure } from "../http/errors.ts";
import type { Template } from "./store.ts";
import { unfit, withSubcode } from "./text.ts";

const DAY_MS = 86_400_000;
const EDITABLE = ["APPROVED", "REJECTED", "PAUSED"];

/**
 * Why Meta takes no edit of a template now; null when it does. An approved one is edited once in 24 hours and ten
 * times in 30 days, and stays in its category; a rejected or paused one as often as you like (Meta, "Edit template").
 */
export function editFailure(template: Template, category: unknown): GraphFailure | null {
  const { status } = template;
  if (!EDITABLE.includes(status))
    return withSubcode(2388039, `The template is ${status} and can't be edited.`);
  if (status !== "APPROVED") return null;
  if (category !== template.category) return unfit("The category of an approved template can't be changed.");
  const within = (days: number) => template.edits.filter((at) => at > Date.now() - days * DAY_MS).length;
  return within(1) >= 1 || within(30) >= 10
    ? unfit("An approved template is edited at most once in 24 hours and 10 times in 30 days.")
    : null;
}

/** When a template was edited, with this edit, if it counts. */
export function countEdit({ status, edits }: Template): number[] {
  return status === "APPROVED" ? [...edits.filter((at) => at > Date.now() - 30 * DAY_MS), Date.now()] : edits;
}
