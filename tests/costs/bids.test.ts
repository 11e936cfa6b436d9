/** A template with a maximum price: what Meta charged less than that is said by the invoice, and is no fault of the rate card. */
import { beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { defineTemplate } from "../broadcasts/support.ts";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "provider" } });
const MONTH = new Date().toISOString().slice(0, 7);
const SPEC = { bid_amount: 8_000, bid_strategy: "LOWEST_COST_WITH_BID_CAP" };

beforeAll(async () => {
  // has its account read
  const { accessToken: access_token } = SANDBOX_DEFAULTS;
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { access_token });
  const prices = { US: { marketing: 0.1 }, DE: { marketing: 0.1 } };
  await waypost.call("PUT", "/v1/rate-card", { currency: "USD", valid_from: "2020-01-01", prices });
  const rates = `Market,Currency,Marketing\nNorth America,$US,0.1\nGermany,$US,0.2\n`;
  const card = { rates, valid_from: "2020-01-01" };
  expect((await caller(waypost.sandbox.url, null)("PUT", "/sandbox/rates", card)).status).toBe(200);
  const components = [{ type: "BODY", text: "The menu is here." }];
  await defineTemplate(waypost, "bid", "approved", { components, optimization_spec: JSON.stringify(SPEC) });
  await defineTemplate(waypost, "plain", "approved", { components });
});

async function send(name: string, to: string) {
  const content = { template: { name, language: { code: "en_US" } } };
  const sent = { channel_id: waypost.channelId, to, type: "template", content };
  const { id } = (await waypost.call("POST", "/v1/messages", sent)).body;
  const costOf = async () => (await waypost.call("GET", `/v1/messages/${id}`)).body.cost;
  return [id, await lookUntil(costOf, ({ state }) => state === "billed")];
}
async function differences() {
  const { body } = await waypost.call("GET", `/v1/costs/invoice?month=${MONTH}`);
  return body.data[0].differences;
}

test("less than the maximum price is said as that, more or another rate is not", async () => {
  const [id, cost] = await send("bid", "14155559001");
  expect(cost).toMatchObject({ amount: 0.08, basis: "max_price" });
  await send("plain", "14155559002");
  await until(async () => (await differences()).length === 1);
  const [difference] = await differences();
  expect(difference).toMatchObject({
    ...{
      reason: "max_price",
      country: "US",
      category: "marketing",
      message_ids: expect.arrayContaining([id]),
    },
    ledger: { messages: 2, amount: 0.18 },
    invoice: { messages: 2, amount: 0.172 },
  });
  await send("plain", "4915123456701");
  const found = await lookUntil(differences, ({ length }) => length === 2);
  expect(found.map(({ reason }: { reason: string }) => reason).sort()).toEqual(["another_rate", "max_price"]);
});
