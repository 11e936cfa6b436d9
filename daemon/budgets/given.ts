import { findKey } from "../../db/auth/api-keys.ts";
import { findUser } from "../../db/auth/users.ts";
import { findBroadcast } from "../../db/broadcasts/broadcasts.ts";
import { type BudgetScope, isZoneOfDatabase, type NewBudget } from "../../db/budgets/budgets.ts";
import { findChannel } from "../../db/channels/channels.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { refused } from "../contacts/refused.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import { isZone } from "../lib/time/local-time.ts";
import type { Static } from "../lib/typebox.ts";
import type { BudgetBody } from "./budget.ts";

export type GivenDependencies = { sql: Queryable; rateCards: Pick<RateCards, "currency"> };

/** The budget that a body describes. Throws 422. */
export async function budgetOf(
  { sql, rateCards }: GivenDependencies,
  organizationId: string,
  body: Static<typeof BudgetBody>,
): Promise<NewBudget> {
  const { scope, period, amount, currency, time_zone = "UTC", warn_at = 0.8, stop = "marketing" } = body;
  if (!isZone(time_zone) || !(await isZoneOfDatabase(sql, time_zone)))
    throw refused("/time_zone", "is not a time zone such as Europe/Berlin");
  const prices = rateCards.currency();
  if (prices !== null && prices !== currency)
    throw refused(
      "/currency",
      `costs are counted in ${prices} here; a budget in ${currency} would count nothing`,
    );
  const scope_id = body.scope_id ?? body.id ?? "";
  await requireScope(sql, organizationId, scope, scope_id);
  return { scope, scope_id, period, time_zone, amount, currency, warn_at, stop };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How each kind of thing is looked up that a budget can be for. */
const FIND = {
  channel: findChannel,
  key: findKey,
  // users have UUIDs: nothing else can be one
  user: async (sql, organizationId, id) => (UUID.test(id) ? await findUser(sql, organizationId, id) : null),
  broadcast: findBroadcast,
} satisfies Record<
  Exclude<BudgetScope, "organization">,
  (sql: Queryable, organizationId: string, id: string) => Promise<unknown>
>;

async function requireScope(
  sql: Queryable,
  organizationId: string,
  scope: BudgetScope,
  id: string,
): Promise<void> {
  if (scope === "organization") {
    if (id !== "") throw refused("/scope_id", "is for channel, key, user and broadcast; leave it out");
    return;
  }
  if (id === "") throw refused("/scope_id", `name the ${scope} that the budget is for`);
  if ((await FIND[scope](sql, organizationId, id)) === null) throw refused("/scope_id", `no such ${scope}`);
}
