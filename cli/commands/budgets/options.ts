import type { NewBudget } from "../../lib/api/types/budgets.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";

export const budgetOptions = {
  "warn-at": { value: "share", description: "Say when this share of it is spent (default: 0.8)" },
  stop: {
    value: "what",
    choices: ["marketing", "all_but_authentication", "none"],
    description: "Messages to refuse when there is no room (default: marketing)",
  },
} as const;

type Given = { "warn-at"?: string | undefined; stop?: string | undefined };

/** The members that the options name. Throws a usage failure. */
export function membersOf({ "warn-at": share, stop }: Given) {
  return given({
    warn_at: share === undefined ? undefined : numberOf("--warn-at", share, "Write a share such as 0.8."),
    stop: stop as NewBudget["stop"],
  });
}

/** A number that an option gives. Throws a usage failure with the hint. */
export function numberOf(option: string, text: string, hint: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text.trim())) return Number(text);
  throw usageFailure(`${option} '${text}' is not a number`, hint);
}
