import type { Budget } from "../../lib/api/types/budgets.ts";
import { type Finding, warning, well } from "./finding.ts";

/** Which budgets are exhausted, or soon will be; nothing where there are none. */
export function budgetFindings(budgets: readonly Budget[]): Finding[] {
  const low = budgets.filter(({ state }) => state !== "open");
  if (low.length > 0) return low.map(findingOf);
  return budgets.length === 0 ? [] : [well("budgets", `${budgets.length}, all with room`)];
}

function findingOf({ id, state, stop, spent, amount, currency, begins_again_at }: Budget): Finding {
  const isRefusing = state === "exhausted" && stop !== "none";
  const refused = stop === "marketing" ? "marketing is refused" : "all but authentication is refused";
  const found = `${id}: ${spent} of ${amount} ${currency} are spent`;
  return warning(
    "budgets",
    isRefusing ? `${found}, and ${refused}` : found,
    `Raise it: waypost budgets set ${id} --amount …, or wait until ${begins_again_at}`,
  );
}
