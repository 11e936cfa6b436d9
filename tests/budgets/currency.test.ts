/** A budget counts by the rate card that is valid today. */
import { beforeAll, expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { prepareTemplates, templateFor } from "./support.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", paused: true } });
beforeAll(() => prepareTemplates(waypost));

const send = () => waypost.call("POST", "/v1/messages", templateFor(waypost, "marketing"));
const card = (valid_from: string, amount: number, currency = "EUR") => ({
  ...{ currency, valid_from, confirmed: true, prices: { "*": { marketing: amount } } },
});

test("a card for a day to come changes nothing, and none in another currency is taken", async () => {
  const { body } = await waypost.call("POST", "/v1/budgets", {
    ...{ scope: "organization", period: "month", currency: "EUR", amount: 0 },
  });
  expect((await send()).status).toBe(422);
  expect((await waypost.call("PUT", "/v1/rate-card", card("2999-01-01", 7))).status).toBe(200);
  // a card that both see: those before it are known by then, too
  await waypost.call("PUT", "/v1/rate-card", card("2026-01-01", 0.15));
  await until(async () => (await waypost.call("GET", "/v1/rate-card")).body.card.valid_from === "2026-01-01");
  const refused = await send();
  expect(refused.body).toMatchObject({
    ...{ status: 422, code: "budget_exhausted" },
    budget: { id: body.id, price: 0.15, currency: "EUR" },
  });
  expect((await waypost.call("PUT", "/v1/rate-card", card("2026-12-01", 1, "GBP"))).status).toBe(422);
  expect((await send()).status).toBe(422);
});
