import { Nullable, Type } from "../lib/typebox.ts";
import { EXAMPLE_IDS, event, Id, ORGANIZATION, Time } from "./catalogue-kind.ts";

const BUDGET = {
  budget_id: Id("The budget"),
  scope: Type.String({ description: "organization, channel, key or broadcast" }),
  scope_id: Nullable(Id("The channel, key or broadcast")),
  period: Type.String({ description: "day or month" }),
  amount: Type.Number({ description: "What may be spent in the period" }),
  currency: Type.String(),
  spent: Type.Number({ description: "What is spent of it now" }),
  stop: Type.String({ description: "What is refused once it is exhausted" }),
  began_at: Time,
  begins_again_at: Time,
  ...ORGANIZATION,
};

const EXAMPLE = {
  budget_id: "bg_01JDB2M5S8V0ZC3K7Q2M4N6P93",
  scope: "organization",
  scope_id: null,
  period: "month",
  amount: 500,
  currency: "EUR",
  spent: 400.05,
  stop: "marketing",
  began_at: "2026-11-01T00:00:00.000Z",
  begins_again_at: "2026-12-01T00:00:00.000Z",
  organization_id: EXAMPLE_IDS.organization_id,
};

/** Events about budgets: each once in a period, unless the budget is changed. */
export const BUDGET_EVENTS = {
  "budget.warned": event("As much of a budget is spent as it warns at.", BUDGET, EXAMPLE),
  "budget.exhausted": event("A budget is spent, or has no room for a message that was refused.", BUDGET, {
    ...EXAMPLE,
    spent: 499.97,
  }),
};
