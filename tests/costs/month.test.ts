/**
 * A month beside a ledger that shares no code with ours: what Meta's pages say of the free thousand, advertisements, codes
 * abroad and groups, message by message. Nothing passes a budget but what is in flight.
 */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { textInput } from "../messages/text-input.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});

/** In ten-thousandths of a euro, so that sums are exact. */
const CENTS = { service: 456, utility: 300, marketing: 1131 };
type Kind = keyof typeof CENTS | "ad" | "lost" | "failed";

/** What Meta's invoice has: answers beyond a thousand delivered, and each template, unless an advertisement pays. */
function metasLedger() {
  let answers = 0;
  let total = 0;
  return {
    deliver(kind: Kind): { category: string; isFree: boolean; type: string } {
      if (kind === "ad") return { category: "service", isFree: true, type: "free_entry_point" };
      if (kind === "utility" || kind === "marketing") {
        total += CENTS[kind];
        return { category: kind, isFree: false, type: "regular" };
      }
      answers += 1;
      const isFree = answers <= 1000;
      if (!isFree) total += CENTS.service;
      return { category: "service", isFree, type: isFree ? "free_customer_service" : "regular" };
    },
    total: () => total,
  };
}

/** The same sequence each time: answers, of which Meta delivers some without a word, and others among them. */
function kindAt(nth: number): Kind {
  if (nth % 41 === 7) return "lost";
  if (nth % 37 === 5) return "failed";
  if (nth % 29 === 3) return "ad";
  if (nth % 17 === 2) return "utility";
  return nth % 23 === 4 ? "marketing" : "service";
}

test("a month is billed to the cent, and a budget is never passed by more than what is in flight", async () => {
  const org = costOrganization(database);
  const settle = settleOn(database);
  const meta = metasLedger();
  const AMOUNT = 3;
  const budget = {
    id: "bg_month",
    scope: "organization",
    period: "month",
    time_zone: "UTC",
    currency: "EUR",
  };
  await database.sql`insert into budgets ${database.sql({
    ...{ ...budget, organization_id: org.id, amount: AMOUNT, warn_at: 0.8, stop: "all_but_authentication" },
  })}`;
  const day = new Date().toISOString().slice(0, 10);
  const price = (category: keyof typeof CENTS) => ({
    ...org.service({ day }),
    ...{ category, number: category === "service" ? "4930123456" : null },
    tiers: JSON.stringify([{ above: 0, amount: CENTS[category] / 10_000 }]),
  });
  let silent = 0;
  let refused = 0;
  for (let at = 0; at < 1_400; at += 50) {
    const batch = Array.from({ length: 50 }, (_, nth) => {
      const kind = kindAt(at + nth);
      const category = kind === "utility" || kind === "marketing" ? kind : "service";
      const named = { address: "4915123456701", author: "key_1" };
      return { kind, category, input: textInput({ ...org.named, ...named, cost: price(category) }) } as const;
    });
    const outcomes = await acceptMessages(
      database.sql,
      batch.map(({ input }) => input),
    );
    const isAccepted = (n: number) => outcomes.some((one) => one.n === n && one.outcome === "accepted");
    for (const [n, { kind, category, input }] of batch.entries()) {
      if (!isAccepted(n)) refused += 1;
      else if (kind === "failed") {
        const failed = [org.id, input.id] as const;
        await database.sql`select advance_messages(array[status_change(${failed[0]}, ${failed[1]}::uuid, 'failed')])`;
      } else {
        const before = meta.total();
        const said = meta.deliver(kind);
        if (kind === "lost") silent += meta.total() - before;
        else {
          const shown = { ...org.billed(input.id), ...price(category), number: "4930123456", at: new Date() };
          const state = said.isFree ? ("free" as const) : ("billed" as const);
          await settle({ ...shown, state, type: said.type, category: said.category });
        }
      }
    }
  }
  const [billed] = await database.sql<{ cents: number }[]>`
    select round(sum(amount) * 10000)::integer as cents from cost_sums
    where organization_id = ${org.id} and span = 'total'`;
  expect(billed?.cents).toBe(meta.total() - silent);
  const [spent] = await database.sql<{ cents: number }[]>`
    select round(sum(amount) * 10000)::integer as cents from budget_spending where organization_id = ${org.id}`;
  expect(refused).toBeGreaterThan(100);
  expect(meta.total()).toBeLessThanOrEqual(AMOUNT * 10_000 + 50 * CENTS.marketing);
  expect(spent?.cents).toBeGreaterThanOrEqual(billed?.cents ?? 0);
});
