/** A key for an agent spends no more than its guard says, and nothing whose price nobody knows. */
import { beforeAll, expect, test } from "bun:test";
import { PRICES, type Priced, prepareTemplates, templateFor } from "../budgets/support.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
beforeAll(() => prepareTemplates(waypost));

const make = (agent: object) =>
  waypost.call("POST", "/v1/api-keys", {
    name: "agent",
    permissions: ["messages:send"],
    agent: { recipients: "anyone", ...agent },
  });
async function agentOf(agent: object) {
  const { id, key } = (await make(agent)).body;
  const call = caller(waypost.url, key);
  return {
    send: (category: Priced) => call("POST", "/v1/messages", templateFor(waypost, category)),
    call,
    spent: async () =>
      Number((await waypost.sql`select sum(money) as money from agent_usage where key_id = ${id}`)[0]?.money),
  };
}
const verdict = ({ status, body }: Answer) => (status < 300 ? status : `${status} ${body.code}`);

test("messages are sent while there is money for them, also when asked for at once", async () => {
  const agent = await agentOf({ money_per_hour: 0.25, currency: "EUR" });
  const sent = await Promise.all(Array.from({ length: 6 }, () => agent.send("marketing")));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(2);
  const [refused] = sent.filter(({ status }) => status !== 201);
  expect(refused?.body).toMatchObject({ code: "agent_limit", limit: "money_per_hour", most: 0.25 });
  expect(Date.parse(refused?.body.until)).toBeGreaterThan(Date.now());
  // what is left is enough for something cheaper, once
  expect([await agent.send("utility"), await agent.send("utility")].map(verdict)).toEqual([
    201,
    "422 agent_limit",
  ]);
  expect(await agent.spent()).toBeCloseTo(2 * PRICES.marketing + PRICES.utility, 10);
});

test("a message that is more than the limit by itself is refused without a time", async () => {
  const agent = await agentOf({ money_per_day: 0.05, currency: "EUR" });
  const { body } = await agent.send("marketing");
  expect(body).toMatchObject({ code: "agent_limit", limit: "money_per_day", until: null });
  expect(body.detail).toContain("more than that by itself");
});

test("on an official number, a message without a known price is refused; on a paired one it costs nothing", async () => {
  const agent = await agentOf({ money_per_hour: 100, currency: "EUR" });
  // the card has no price for what is no template
  const text = { channel_id: waypost.channelId, to: "14155557001", type: "text", content: { body: "Hello" } };
  expect(verdict(await agent.call("POST", "/v1/messages", text))).toBe("422 agent_price_unknown");
  const { body: paired } = await waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
  });
  const free = { ...text, channel_id: paired.id };
  expect(verdict(await agent.call("POST", "/v1/messages", free))).toBe(201);
  expect(await agent.spent()).toBe(0);
});

test("a limit of money has a currency, that of the prices", async () => {
  for (const agent of [
    { money_per_hour: 1 },
    { currency: "EUR" },
    { money_per_day: 1, currency: "USD" },
    { money_per_day: -1, currency: "EUR" },
  ])
    expect([agent, (await make(agent)).status]).toEqual([agent, 422]);
});
