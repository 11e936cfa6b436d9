import type { RowOf } from "../../api/call.ts";
import { Named, useNames } from "../../parts/names.tsx";
import { State, type Tone } from "../../parts/state.tsx";
import { BUDGETS } from "../../view-words.ts";

export const BACK = "/budgets";

export type Budget = RowOf<"GET /v1/budgets">;

const TONES: Record<Budget["state"], Tone> = { open: "good", warned: "warn", exhausted: "bad" };

/** Whether a budget has room, as a colour and a word. */
export function BudgetState({ state }: Pick<Budget, "state">) {
  return <State tone={TONES[state]}>{BUDGETS.states[state]}</State>;
}

/** Whose messages count. */
export function Whose({ budget: { scope, scope_id } }: { budget: Budget }) {
  const nameOf = useNames();
  if (scope_id === null) return BUDGETS.scopes[scope];
  const name = nameOf(scope_id) ?? scope_id;
  return scope === "channel" ? name : `${BUDGETS.scopes[scope]} ${name}`;
}

/** The same, with an id that can be copied. */
export function WhoseById({ budget: { scope, scope_id } }: { budget: Budget }) {
  if (scope_id === null) return BUDGETS.scopes[scope];
  return (
    <>
      {BUDGETS.scopes[scope]} <Named id={scope_id} />
    </>
  );
}

/** What is spent of what. */
export function shareOf({ spent, amount, currency }: Budget): string {
  return `${BUDGETS.money(spent, currency)} / ${BUDGETS.money(amount, currency)}`;
}
