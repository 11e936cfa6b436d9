/** Codes to other countries cost more once Meta says so, by its event or by a bill; and what its other events say of prices. */
import { beforeAll, expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { take } from "../inbound/support.ts";
import { applyStatuses } from "../messages/apply-statuses.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", paused: true } });
const CARD = {
  currency: "EUR",
  valid_from: "2020-01-01",
  // countries differ by more than ten times
  confirmed: true,
  prices: {
    India: { authentication: 0.001, authentication_international: 0.02 },
    ID: { authentication: 0.002, authentication_international: 0.03 },
    EG: { authentication: 0.003, authentication_international: 0.04 },
    DE: {
      authentication: 0.05,
      utility: [
        { above: 0, amount: 0.05 },
        { above: 100, amount: 0.04 },
      ],
    },
  },
};
beforeAll(async () => {
  expect((await waypost.call("PUT", "/v1/rate-card", CARD)).status).toBe(200);
  const components = [{ type: "BODY", text: "Your code is 1." }];
  for (const name of ["authentication", "utility"])
    await defineTemplate(waypost, name, "approved", { category: name.toUpperCase(), components });
});

const PEOPLE = { IN: "919812345678", ID: "628123456789", EG: "201001234567", DE: "4915123456789" };

async function expected(country: keyof typeof PEOPLE, more: object = {}, name = "authentication") {
  const template = { name, language: { code: "en_US" } };
  const sent = {
    channel_id: waypost.channelId,
    to: PEOPLE[country],
    type: "template",
    content: { template },
  };
  const { status, body } = await waypost.call("POST", "/v1/messages", { ...sent, ...more });
  expect([status, body.detail]).toEqual([201, undefined]);
  const { id, cost } = (await waypost.call("GET", `/v1/messages/${body.id}`)).body;
  return { id: id as string, amount: cost.amount as number };
}
const amountTo = async (country: keyof typeof PEOPLE, more: object = {}) =>
  (await expected(country, more)).amount;

test("until then the plain rate is expected of everybody", async () => {
  expect([await amountTo("IN"), await amountTo("ID"), await amountTo("EG")]).toEqual([0.001, 0.002, 0.003]);
});

test("a bill says it of its country", async () => {
  const { id } = await expected("EG");
  const status = { id: "wamid.abroad", status: "delivered", timestamp: `${Math.floor(Date.now() / 1000)}` };
  const pricing = { pricing_model: "PMP", type: "regular", category: "authentication-international" };
  await take(waypost, {
    messaging_product: "whatsapp",
    metadata: { phone_number_id: (await phone()) ?? "" },
    statuses: [{ ...status, recipient_id: PEOPLE.EG, biz_opaque_callback_data: id, pricing }],
  });
  await until(async () => (await amountTo("EG")) === 0.04);
  expect(await amountTo("IN")).toBe(0.001);
});

async function phone() {
  const [row] = await waypost.sql<{ phone_number_id: string }[]>`
    select phone_number_id from channels where id = ${waypost.channelId}`;
  return row?.phone_number_id;
}

test("the event says from when, and of some countries from another time", async () => {
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 24 * 3600;
  const exception_countries = [{ country_code: "ID", start_time: inDays(20) }];
  const auth_international_rate_eligibility = { start_time: inDays(-1), exception_countries };
  const event = "AUTH_INTL_PRICE_ELIGIBILITY_UPDATE";
  await take(waypost, { event, auth_international_rate_eligibility }, "account_update");
  await until(async () => (await amountTo("IN")) === 0.02);
  expect(await amountTo("ID")).toBe(0.002);
  const later = { scheduled_at: new Date(inDays(21) * 1000).toISOString() };
  expect(await amountTo("ID", later)).toBe(0.03);
  expect(await amountTo("DE")).toBe(0.05);
});

test("a volume tier that is reached is expected from then on", async () => {
  expect((await expected("DE", {}, "utility")).amount).toBe(0.05);
  const volume_tier_info = {
    ...{ tier_update_time: Math.floor(Date.now() / 1000), pricing_category: "UTILITY", tier: "101:500" },
    ...{ effective_month: new Date().toISOString().slice(0, 7), region: "Germany" },
  };
  await take(waypost, { event: "VOLUME_BASED_PRICING_TIER_UPDATE", volume_tier_info }, "account_update");
  await lookUntil(
    () => expected("DE", {}, "utility"),
    ({ amount }) => amount === 0.04,
  );
  for (const wrong of [
    {},
    { ...volume_tier_info, tier: "many" },
    { ...volume_tier_info, region: "Atlantis" },
  ])
    await take(
      waypost,
      { event: "VOLUME_BASED_PRICING_TIER_UPDATE", volume_tier_info: wrong },
      "account_update",
    );
  expect((await expected("DE", {}, "utility")).amount).toBe(0.04);
});

test("what a late `sent` forecasts replaces no bill", async () => {
  const { id } = await expected("DE");
  const report = (status: string, category: string) =>
    applyStatuses(waypost.sql, waypost, [
      {
        ...{ message_id: id, provider_message_id: "wamid.late", status, at: new Date(), error: null },
        pricing: JSON.stringify({ category }),
      },
    ]);
  const pricing = async () => (await waypost.call("GET", `/v1/messages/${id}`)).body.pricing;
  await report("sent", "marketing");
  expect(await pricing()).toEqual({ category: "marketing" });
  await report("delivered", "authentication");
  await report("sent", "marketing");
  expect(await pricing()).toEqual({ category: "authentication" });
});
