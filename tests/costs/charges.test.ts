/** What a status of WhatsApp's says about costs. */
import { expect, test } from "bun:test";
import { chargesOf } from "../../daemon/costs/charges.ts";
import { createRateOf } from "../../daemon/costs/rates/rates.ts";
import type { ReportedStatus } from "../../daemon/providers/inbound.ts";

const card = { id: "rc_1", currency: "EUR", valid_from: "2026-10-01" };
const tiers = [
  { above: 0, amount: 0.02 },
  { above: 100, amount: 0.01 },
];
const rates = tiers.map((tier) => ({
  card_id: "rc_1",
  country: "*",
  category: "utility",
  market: "Other",
  ...tier,
}));
const rateCards = { rateOf: createRateOf([card], rates), currency: () => "EUR" };
const channel = {
  ...{ organization_id: "org", id: "ch", platform: "whatsapp_official", waba_id: "1", portfolio_id: "2" },
  phone_number: "+49 30 1234567",
  time_zone: "America/Los_Angeles",
};
const PMP = { pricing_model: "PMP", type: "regular", billable: true, category: "utility" };

function charge(pricing: object | null, more: Partial<ReportedStatus> = {}, of = channel) {
  const status: ReportedStatus = {
    ...{ kind: "status", messageId: null, providerMessageId: "wamid.1", status: "delivered", error: null },
    ...{ at: new Date("2026-11-01T06:59:59Z"), pricing, recipient: "4915123456701", ...more },
  };
  const [charged] = chargesOf(rateCards, of, status);
  return charged as Record<string, unknown> | undefined;
}

test("a delivery is charged on the day of the account's clock, and counted among those of its business", () => {
  expect(charge(PMP)).toEqual({
    ...{ organization_id: "org", channel_id: "ch", message_id: null, provider_message_id: "wamid.1" },
    ...{ number: "49301234567", participant: "" },
    ...{ state: "billed", type: "regular", at: new Date("2026-11-01T06:59:59Z"), day: "2026-10-31" },
    ...{ currency: "EUR", category: "utility", country: "DE", basis: "rc_1", tiers: JSON.stringify(tiers) },
    ...{ unit: "2", market: "Other", counted: "utility" },
  });
  expect(charge(PMP, { at: new Date("2026-11-01T07:00:00Z") })?.day).toBe("2026-11-01");
  expect(charge(PMP, {}, { ...channel, time_zone: "Nowhere/Land" })?.day).toBe("2026-11-01");
});

test("only a delivery is charged, and what failed is taken back", () => {
  expect(charge(PMP, { status: "sent" })).toBeUndefined();
  expect(charge(null)).toBeUndefined();
  expect(charge({ billable: true })).toBeUndefined();
  expect(charge(PMP, { status: "read" })?.state).toBe("billed");
  expect(charge(null, { status: "failed" })?.state).toBe("failed");
  const paired = { ...channel, platform: "whatsapp_unofficial" };
  expect(charge(null, { status: "failed" }, paired)).toBeUndefined();
});

test.each([
  [PMP, "billed", "regular", "utility"],
  [{ ...PMP, billable: false }, "billed", "regular", "utility"],
  [
    { type: "FREE_ENTRY_POINT", billable: true, category: "referral_conversion" },
    "free",
    "free_entry_point",
    null,
  ],
  [{ ...PMP, type: "free_customer_service", category: "service" }, "free", "free_customer_service", null],
  [{ ...PMP, type: "free_customer_service" }, "free", "free_customer_service", null],
  [{ ...PMP, subtype: "PAID_EXEMPT" }, "free", "regular", null],
  [{ pricing_model: "CBP", billable: true, category: "utility" }, "billed", "regular", "utility"],
  [{ pricing_model: "CBP", billable: false, category: "utility" }, "free", "free_customer_service", null],
])("%j is %s as %s, counted as %s", (pricing, state, type, counted) => {
  expect(charge(pricing)).toMatchObject({ state, type, counted });
});

test("a person without a number is charged by the country of their user id", () => {
  expect(charge(PMP, { recipient: "BR.13491208655302741918" })?.country).toBe("BR");
  expect(charge(PMP, { recipient: null })?.country).toBeNull();
});
