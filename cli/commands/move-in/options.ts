import { usageFailure } from "../../lib/failures/failure.ts";
import { yesOption } from "../../lib/input/agree.ts";

/** What can be moved, each for itself. */
const PARTS = ["numbers", "webhooks", "contacts", "messages"] as const;

export type Part = (typeof PARTS)[number];

/** The options of each program that is moved from. */
export const moveOptions = {
  only: { value: "list", description: `Only some of ${PARTS.join(",")} (default: all)` },
  "dry-run": { description: "Show the plan, and change nothing" },
  ...yesOption,
} as const;

/** The parts that --only names. Throws a usage failure for others. */
export function partsOf(only: string | undefined): ReadonlySet<Part> {
  if (only === undefined) return new Set(PARTS);
  const named = only.split(",").map((name) => name.trim());
  const known = PARTS.filter((part) => named.includes(part));
  if (known.length === named.length) return new Set(known);
  throw usageFailure(
    `--only: '${only}' is not a list of ${PARTS.join(", ")}`,
    "Such as --only contacts,messages",
  );
}
