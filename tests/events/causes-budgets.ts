import { insertRates } from "../costs/insert-rates.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import type { Cause } from "./causes.ts";

const TEMPLATE = { template: { name: "hello_world", language: { code: "en_US" } } };

/** Causes of the events of budgets: one message is the price of each. */
export function budgetCauses(waypost: TestDaemon): Record<string, Cause> {
  const { call } = waypost;
  const send = async () => {
    const message = { channel_id: waypost.channelId, to: "14155556003", type: "template", content: TEMPLATE };
    const { body } = await call("POST", "/v1/messages", message);
    return (await call("GET", `/v1/messages/${body.id}`)).body.cost !== null;
  };
  const cause = (warn_at: number, amount: number) => async () => {
    if ((await waypost.sql`select from rate_cards`).length === 0)
      await insertRates(waypost.sql, "EUR", { "*": { utility: 1 } });
    const budget = { period: "day", currency: "EUR", stop: "none", amount, warn_at };
    const made = [{ scope: "organization" }, { scope: "channel", scope_id: waypost.channelId }].map((scope) =>
      call("POST", "/v1/budgets", { ...budget, ...scope }),
    );
    const budgets = await Promise.all(made);
    // the daemon hears of the card a moment later
    await until(send);
    for (const { body } of budgets) await call("DELETE", `/v1/budgets/${body.id}`);
  };
  return { "budget.warned": cause(0.0001, 10_000), "budget.exhausted": cause(1, 0) };
}
