import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Json, PHONE, text } from "../support.ts";
import { type Billing, messageOf, OTHER_NUMBER, openBilling, PEOPLE, WABA } from "./support.ts";

let sandbox: Billing;
beforeEach(async () => {
  sandbox = await openBilling();
});
afterEach(() => sandbox.close());

const pricing = (type: string, category: string): Json => ({
  ...{ billable: type === "regular", pricing_model: "PMP", type, category },
});
const ad = { source_type: "ad", source_id: "120226305854810726", source_url: "https://fb.me/3cr4Wqqkv" };

test.each([
  ["marketing", "regular", 0.0118],
  ["utility", "regular", 0.0014],
  ["authentication", "regular", 0.0014],
  ["service", "free_customer_service", 0],
])("a message of the category %s is %s", async (category, type, amount) => {
  const [sent, delivered, read] = await sandbox.sendAndWait(messageOf(category), PEOPLE.india);
  expect([sent?.pricing, delivered?.pricing, read?.pricing]).toEqual([
    pricing(type, category),
    pricing(type, category),
    undefined,
  ]);
  const { total, lines } = await sandbox.invoice();
  expect(lines).toMatchObject([{ country: "IN", category, type, messages: 1, amount }]);
  expect(total).toBe(amount);
});

test("a template with a maximum price is billed that or less, and counts for no volume tier", async () => {
  const template = { name: "bid", language: "en", category: "MARKETING" };
  const components = [{ type: "BODY", text: "Hello" }];
  const spec = { optimization_spec: { bid_amount: 10_000, bid_strategy: "LOWEST_COST_WITH_BID_CAP" } };
  await sandbox.control("POST", "templates", { ...template, components, ...spec });
  const [, delivered] = await sandbox.sendAndWait(messageOf("bid"), PEOPLE.india);
  expect(delivered?.pricing).toEqual(pricing("regular", "marketing"));
  const [line] = (await sandbox.invoice()).lines;
  expect(line).toMatchObject({ category: "marketing", messages: 1, tier: null, amount: 0.09 });
});

describe("a message is billed when it is delivered first:", () => {
  test.each([
    ["1555000" + "1107", 2, ["sent", "read"], 1],
    ["1555000" + "1307", 6, ["sent", "sent", "delivered", "delivered"], 1],
    ["1555000" + "1207", 3, ["read", "sent"], 1],
    ["1555000" + "2407", 2, ["sent"], 0],
    ["1555000" + "2507", 3, ["sent", "delivered"], 0],
  ])("%s", async (to, count, withPricing, billed) => {
    const reports = await sandbox.sendAndWait(messageOf("marketing"), to, count);
    const priced = reports.filter((report) => report.pricing !== undefined);
    expect(priced.map(({ status }) => status).toSorted()).toEqual(withPricing.toSorted());
    const { total, lines } = await sandbox.invoice();
    expect(lines.map(({ messages }) => messages)).toEqual(billed === 0 ? [] : [1]);
    expect(total).toBe(billed * 0.025);
  });
});

test("a thousand service messages a number are free, and no message of another number is counted", async () => {
  for (let batch = 0; batch < 20; batch += 1)
    await Promise.all(Array.from({ length: 50 }, () => sandbox.send(text(), PEOPLE.brazil)));
  await sandbox.receiver.until(() => sandbox.receiver.statuses().length >= 3_000);
  const [, next] = await sandbox.sendAndWait(text(), PEOPLE.brazil);
  expect(next?.pricing).toEqual(pricing("regular", "service"));
  const [, elsewhere] = await sandbox.sendAndWait(text(), PEOPLE.brazil, 3, OTHER_NUMBER.id);
  expect(elsewhere?.pricing).toEqual(pricing("free_customer_service", "service"));
  const { total, lines } = await sandbox.invoice();
  expect(lines.map(({ messages, type, amount }) => [messages, type, amount])).toEqual([
    [1_000, "free_customer_service", 0],
    [1, "regular", 0.0068],
  ]);
  expect(total).toBe(0.0068);
});

describe("after somebody tapped an ad", () => {
  beforeEach(async () => {
    await sandbox.control("POST", "clock", { at: "2026-11-02T08:00:00Z" });
    const message = { type: "text", text: { body: "Hi" }, referral: ad };
    expect((await sandbox.control("POST", "inbound", { from: PEOPLE.brazil, message })).status).toBe(200);
  });

  async function sentAt(at: string, category: string, to = PEOPLE.brazil) {
    await sandbox.control("POST", "clock", { at });
    return sandbox.sendAndWait(messageOf(category), to);
  }

  test("everything is free for 72 hours from the answer on", async () => {
    const [sent, delivered] = await sentAt("2026-11-03T07:59:00Z", "service");
    expect(sent?.pricing).toEqual(pricing("free_entry_point", "referral_conversion"));
    expect(sent?.conversation).toMatchObject({ origin: { type: "referral_conversion" } });
    expect(sent?.conversation).toHaveProperty("expiration_timestamp");
    expect(delivered?.conversation).not.toHaveProperty("expiration_timestamp");
    const [later] = await sentAt("2026-11-06T07:58:00Z", "marketing");
    expect(later?.pricing).toEqual(sent?.pricing ?? {});
    const [after] = await sentAt("2026-11-06T07:59:10Z", "marketing");
    expect(after?.pricing).toEqual(pricing("regular", "marketing"));
    expect(after).not.toHaveProperty("conversation");
    expect((await sandbox.invoice(WABA, "2026-11")).total).toBe(0.0625);
  });

  test("an answer after a day opens nothing, and nobody else's messages are free", async () => {
    const [other] = await sentAt("2026-11-02T09:00:00Z", "marketing", PEOPLE.germany);
    expect(other?.pricing).toEqual(pricing("regular", "marketing"));
    const [late] = await sentAt("2026-11-03T08:00:10Z", "marketing");
    expect(late?.pricing).toEqual(pricing("regular", "marketing"));
  });
});

test("authentication in another country with such a rate is international, for accounts that are eligible", async () => {
  const priceOf = async (to: string) => {
    const [, delivered] = await sandbox.sendAndWait(messageOf("authentication"), to);
    return (delivered?.pricing as Json | undefined)?.category;
  };
  expect(await priceOf(PEOPLE.india)).toBe("authentication");
  await sandbox.control("POST", "accounts", { authentication_international: true });
  expect(await priceOf(PEOPLE.india)).toBe("authentication-international");
  expect(await priceOf(PEOPLE.brazil)).toBe("authentication");
  await sandbox.control("POST", "accounts", { country: "IN" });
  expect(await priceOf(PEOPLE.india)).toBe("authentication");
  const { lines } = await sandbox.invoice();
  const india = lines.filter(({ country }) => country === "IN");
  // both kinds count towards one tier
  expect(india.map(({ category, tier, amount }) => [category, tier, amount])).toEqual([
    ["authentication", "0:1", 0.0014],
    ["authentication-international", "2:MAX", 0.02],
    ["authentication", "2:MAX", 0.001],
  ]);
});

test("what is asked of another account is not this one's", async () => {
  await sandbox.sendAndWait(messageOf("marketing"), PEOPLE.usa, 3, OTHER_NUMBER.id);
  expect((await sandbox.invoice()).lines).toEqual([]);
  expect((await sandbox.invoice(OTHER_NUMBER.wabaId)).lines).toMatchObject([
    { phone_number_id: OTHER_NUMBER.id, phone_number: "551140040100", country: "US" },
  ]);
  expect(PHONE.wabaId).toBe(WABA);
});
