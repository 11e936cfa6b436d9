/** Why a ledger and an invoice differ. */
import { expect, test } from "bun:test";
import { compare, withTierOrder } from "../../daemon/costs/invoice/compare.ts";
import type { Charge } from "../../daemon/providers/charges.ts";
import type { LedgerRow } from "../../db/costs/invoice/ledger.ts";

const counted = (messages: number, amount: number, more: Partial<LedgerRow> = {}): LedgerRow => ({
  ...{ day: "2026-10-31", country: "BR", category: "marketing", currency: "USD" },
  ...{ messages, free: 0, unpriced: 0, amount, ...more },
});
const charged = (messages: number, amount: number | null, more: Partial<Charge> = {}): Charge => ({
  ...{ day: "2026-10-31", country: "BR", category: "marketing", isFree: false, messages, amount, ...more },
});
const reasons = (ledger: LedgerRow[], charges: Charge[], comparesAmounts = true) =>
  compare(ledger, charges, comparesAmounts).map(({ reason, day, country, category }) => [
    ...[reason, day, country, category],
  ]);

test("what is the same is no difference, whatever free messages are called", () => {
  const ledger = [counted(3, 0.125, { free: 1 }), counted(2, 0, { free: 2, category: "service" })];
  const charges = [
    charged(2, 0.125),
    charged(1, 0, { isFree: true, category: "referral_conversion" }),
    charged(2, 0, { isFree: true, category: "service" }),
  ];
  expect(reasons(ledger, charges)).toEqual([]);
});

test.each<[string, LedgerRow[], Charge[], (string | null)[]]>([
  ["not_reported", [counted(1, 0.0625)], [charged(2, 0.125)], ["2026-10-31", "BR", "marketing"]],
  ["not_charged", [counted(2, 0.125)], [charged(1, 0.0625)], ["2026-10-31", "BR", "marketing"]],
  ["not_charged", [counted(1, 0, { free: 1 })], [], ["2026-10-31", "BR", null]],
  ["another_rate", [counted(2, 0.125)], [charged(2, 0.13)], ["2026-10-31", "BR", "marketing"]],
  ["no_rate", [counted(2, 0, { unpriced: 2 })], [charged(2, 0.13)], ["2026-10-31", "BR", "marketing"]],
])("%s", (reason, ledger, charges, place) => {
  expect(reasons(ledger, charges)).toEqual([[reason, ...place]]);
});

test.each<[string, Partial<Charge>]>([
  ["another_day", { day: "2026-11-01" }],
  ["another_category", { category: "utility" }],
  ["another_country", { country: "AR" }],
])("%s is said of both lines", (reason, elsewhere) => {
  const found = reasons([counted(1, 0.0625)], [charged(1, 0.0625, elsewhere)]);
  expect(found.map(([why]) => why)).toEqual([reason, reason]);
});

test("tiers that numbers reached in another order are named as such, another sum is another rate", () => {
  const one = (amount: number) => compare([counted(2, 0.02)], [charged(2, amount)], true);
  const other = compare([counted(2, 0.018, { country: "AR" })], [charged(2, 0.02, { country: "AR" })], true);
  const reasonsOf = (amount: number) =>
    withTierOrder([one(amount), other]).map((found) => found.map(({ reason }) => reason));
  expect(reasonsOf(0.018)).toEqual([["tier_order"], ["tier_order"]]);
  expect(reasonsOf(0.017)).toEqual([["another_rate"], ["another_rate"]]);
});

test("without amounts, or in another currency, only messages are compared", () => {
  expect(reasons([counted(2, 0.125)], [charged(2, null)])).toEqual([]);
  expect(reasons([counted(2, 0.125)], [charged(2, 9)], false)).toEqual([]);
  expect(reasons([counted(2, 0.125)], [charged(3, 9)], false)).toHaveLength(1);
});
