/**
 * Every `pricing` that Meta's public documentation shows (status messages webhook, pricing, conversation-based pricing,
 * authentication-international rates, groups), and those of providers that pass it on.
 */
import { expect, test } from "bun:test";
import { chargesOf } from "../../daemon/costs/charges.ts";
import { createRateOf } from "../../daemon/costs/rates/rates.ts";

const CATEGORIES = ["marketing", "utility", "authentication", "authentication_international", "service"];
const card = { id: "rc_1", currency: "USD", valid_from: "2025-01-01" };
const rows = CATEGORIES.map((category, nth) => ({
  ...{ card_id: "rc_1", country: "US", category, market: "North America", above: 0, amount: (nth + 1) / 100 },
}));
const rateCards = { rateOf: createRateOf([card], rows), currency: () => "USD" };
const channel = {
  ...{ organization_id: "org_1", id: "ch_1", platform: "whatsapp_official", waba_id: "1" },
  ...{ phone_number: null, portfolio_id: null, time_zone: null },
};

function chargeOf(pricing: unknown, status: "sent" | "delivered" | "read" = "delivered") {
  const at = new Date("2026-11-05T12:00:00Z");
  const named = { kind: "status" as const, messageId: null, providerMessageId: "wamid.1" };
  return chargesOf(rateCards, channel, {
    ...named,
    status,
    at,
    error: null,
    pricing,
    recipient: "16505551234",
  });
}

const PMP = { pricing_model: "PMP" };
const CBP = { pricing_model: "CBP" };

test.each<[object, string, string]>([
  [{ billable: true, ...PMP, type: "regular", category: "marketing" }, "billed", "marketing"],
  [{ billable: true, ...PMP, type: "regular", category: "utility" }, "billed", "utility"],
  [{ billable: true, ...PMP, type: "regular", category: "authentication" }, "billed", "authentication"],
  [
    { billable: true, ...PMP, type: "regular", category: "authentication-international" },
    "billed",
    "authentication_international",
  ],
  [{ billable: true, ...PMP, type: "regular", category: "service" }, "billed", "service"],
  [{ billable: true, ...PMP, type: "regular", category: "marketing_lite" }, "billed", "marketing_lite"],
  [{ billable: false, ...PMP, type: "free_customer_service", category: "service" }, "free", "service"],
  [{ billable: false, ...PMP, type: "free_customer_service", category: "utility" }, "free", "utility"],
  [
    { billable: false, ...PMP, type: "free_entry_point", category: "referral_conversion" },
    "free",
    "referral_conversion",
  ],
  [{ billable: false, ...PMP, type: "free_entry_point", category: "service" }, "free", "service"],
  [
    { billable: false, ...PMP, type: "free_group_customer_service", category: "group_service" },
    "free",
    "group_service",
  ],
  [
    { billable: true, ...PMP, type: "regular", category: "service", subtype: "paid_exempt" },
    "free",
    "service",
  ],
  // Meta takes `billable` away in a later version
  [{ ...PMP, type: "regular", category: "marketing" }, "billed", "marketing"],
  [{ ...PMP, type: "free_customer_service", category: "service" }, "free", "service"],
  // before July 2025, and conversations that were open then
  [{ billable: true, ...CBP, category: "utility" }, "billed", "utility"],
  [{ billable: false, ...CBP, category: "service" }, "free", "service"],
  [{ billable: true, ...CBP, category: "user_initiated" }, "billed", "user_initiated"],
])("%j", (pricing, state, category) => {
  expect(chargeOf(pricing)).toMatchObject([{ state, category, country: "US", day: "2026-11-05" }]);
  expect(chargeOf(pricing, "read")).toMatchObject([{ state, category }]);
  expect(chargeOf(pricing, "sent")).toEqual([]);
});

test("what has no category says nothing of costs", () => {
  for (const pricing of [null, {}, "free", { billable: true }, { category: 7 }, []])
    expect([pricing, chargeOf(pricing)]).toEqual([pricing, []]);
});
