/** Clients who send what costs something, until the budget of their organisation has no room. */
import { numberOf } from "./habits.ts";
import type { OrganizationPlan } from "./organization-plan.ts";
import type { Random } from "./random.ts";

/** The first number of the people who get it, and how many these are. */
const PEOPLE = { first: 70, count: 3 };
const MESSAGES = 8;

/** An organisation with a budget for half of what its clients want to send. */
export function withBudget(
  random: Random,
  organization: OrganizationPlan,
  seconds: number,
): OrganizationPlan {
  const conversations = Array.from({ length: PEOPLE.count }, (_, n) => {
    const atMs = Array.from({ length: MESSAGES }, () => random.between(0, seconds * 1000));
    const messages = atMs
      .toSorted((one, other) => one - other)
      .map((at) => ({ ...({ atMs: at, manner: "paid", priority: "normal" } as const) }));
    const person = numberOf("reached", PEOPLE.first + n);
    return { ...({ channel: 0, habit: "reached", isSuppressed: false } as const), person, messages };
  });
  const budget = random.between(1, PEOPLE.count * MESSAGES - 1);
  return { ...organization, budget, conversations: [...organization.conversations, ...conversations] };
}
