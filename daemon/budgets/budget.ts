import type { BudgetRow } from "../../db/budgets/budgets.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";

const Scope = Type.Union(
  (["organization", "channel", "key", "user", "broadcast"] as const).map((scope) => Type.Literal(scope)),
  {
    description:
      "Whose messages count: all of the organisation, or those of one channel, one API key, one user or one broadcast",
  },
);
const ScopeId = Type.String({ maxLength: 64, description: "The channel, key, user or broadcast" });
const Period = Type.Union(
  (["day", "month"] as const).map((period) => Type.Literal(period)),
  {
    description: "After it, the budget begins again",
  },
);
const TimeZone = Type.String({
  maxLength: 64,
  description: "The time zone of its days and months, such as `Europe/Berlin`",
});
const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "That of the organisation's prices" });
const Amount = Type.Number({
  minimum: 0,
  maximum: 1_000_000_000,
  description: "What may be spent in a period",
});
const WarnAt = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1,
  description: "The share of the amount at which `budget.warned` is said",
});
const Stop = Type.Union(
  (["marketing", "all_but_authentication", "none"] as const).map((stop) => Type.Literal(stop)),
  {
    description:
      "What is refused for which there is no room: marketing, everything but authentication, or nothing. What costs nothing is never refused",
  },
);

export const BudgetSchema = Type.Object(
  {
    id: Type.String(),
    scope: Scope,
    scope_id: Nullable(ScopeId),
    period: Period,
    time_zone: TimeZone,
    amount: Amount,
    currency: Currency,
    warn_at: WarnAt,
    stop: Stop,
    spent: Type.Number({
      description:
        "In the period that is now: the prices of messages that WhatsApp has billed, and the expected ones of those that are on their way",
    }),
    state: Type.Union(
      (["open", "warned", "exhausted"] as const).map((state) => Type.Literal(state)),
      {
        description: "Whether as much is spent as `warn_at` says, or all",
      },
    ),
    began_at: Type.String({ description: "When the period began" }),
    begins_again_at: Type.String({ description: "When the next one begins" }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Budget",
    examples: [
      {
        id: "bg_01JDB2M5S8V0ZC3K7Q2M4N6P93",
        scope: "organization",
        scope_id: null,
        period: "month",
        time_zone: "Europe/Berlin",
        amount: 500,
        currency: "EUR",
        warn_at: 0.8,
        stop: "marketing",
        spent: 412.35,
        state: "warned",
        began_at: "2026-10-31T23:00:00.000Z",
        begins_again_at: "2026-11-30T23:00:00.000Z",
        created_at: "2026-10-05T09:30:00.000Z",
        updated_at: "2026-10-05T09:30:00.000Z",
      },
    ],
  },
);

export const BudgetBody = Type.Object(
  {
    scope: Scope,
    scope_id: Type.Optional(ScopeId),
    id: Type.Optional(Type.String({ maxLength: 64, description: "Alias of `scope_id`" })),
    period: Period,
    time_zone: Type.Optional(
      Type.String({ ...TimeZone, description: `${TimeZone.description}; the default is \`UTC\`` }),
    ),
    amount: Amount,
    currency: Currency,
    warn_at: Type.Optional(
      Type.Number({ ...WarnAt, description: `${WarnAt.description}; the default is 0.8` }),
    ),
    stop: Type.Optional(
      Type.Unsafe<Static<typeof Stop>>({
        ...Stop,
        description: `${Stop.description}. The default is \`marketing\``,
      }),
    ),
  },
  {
    // one that is mistyped must not leave the budget wider than it was meant
    additionalProperties: false,
    examples: [{ scope: "organization", period: "month", amount: 500, currency: "EUR" }],
  },
);

export const BudgetChangesBody = Type.Object(
  { amount: Type.Optional(Amount), warn_at: Type.Optional(WarnAt), stop: Type.Optional(Stop) },
  { additionalProperties: false, minProperties: 1, examples: [{ amount: 800 }] },
);

/** A budget as the API shows it. */
export function showBudget(row: BudgetRow): Static<typeof BudgetSchema> {
  const { id, scope, scope_id, period, time_zone, amount, currency, warn_at, stop, spent } = row;
  return {
    ...{ id, scope, scope_id: scope_id === "" ? null : scope_id, period, time_zone, amount, currency },
    ...{ warn_at, stop, spent, state: stateOf(row) },
    began_at: row.began_at.toISOString(),
    begins_again_at: row.begins_again_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function stateOf({ spent, amount, warn_at }: BudgetRow): "open" | "warned" | "exhausted" {
  if (spent >= amount) return "exhausted";
  return spent >= amount * warn_at ? "warned" : "open";
}
