/** The rules that stop a broadcast, at their bounds: how many outcomes they look at, and what share is too much. */
import { expect, test } from "bun:test";
import type { Plan } from "../../daemon/broadcasts/plan/plan.ts";
import { brokenRule } from "../../daemon/broadcasts/run/rules.ts";
import type { Route } from "../../daemon/broadcasts/template/definition.ts";
import type { BroadcastRow } from "../../db/broadcasts/broadcasts.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const ORGANIZATION = "org_rules";
let broadcasts = 0;

/** A broadcast whose people have these outcomes, the oldest first. */
async function withOutcomes(...outcomes: [status: string, reason?: string][]): Promise<string> {
  const id = `bc_${++broadcasts}`;
  const rows = outcomes.map(([status, reason = null], n) => ({
    ...{ organization_id: ORGANIZATION, broadcast_id: id, contact_id: `ct_${n}` },
    ...{ status, reason, message_id: Bun.randomUUIDv7() },
  }));
  await database.sql`insert into broadcast_people ${database.sql(rows)}`;
  return id;
}

const rule = async (id: string, stop: Plan["stop"], routes: Route[] = []) =>
  (
    await brokenRule(
      database.sql,
      { organizationId: ORGANIZATION, id },
      { resumed_at: null } as BroadcastRow,
      { stop } as Plan,
      routes,
    )
  )?.rule ?? null;

const many = (count: number, status: string, reason?: string) =>
  Array.from({ length: count }, (): [string, string?] =>
    reason === undefined ? [status] : [status, reason],
  );

test("only the last so many outcomes count, and fewer say nothing yet", async () => {
  const id = await withOutcomes(...many(6, "failed"), ...many(3, "read"), ["failed"]);
  const percent = (failed_percent: number, of_last?: number) =>
    rule(id, { failed_percent, ...(of_last === undefined ? {} : { of_last }) });
  expect(await percent(25, 4)).toBe("failed_percent");
  expect(await percent(26, 4)).toBeNull();
  expect(await percent(70, 10)).toBe("failed_percent");
  expect(await percent(71, 10)).toBeNull();
  expect(await percent(1, 11)).toBeNull();
  expect(await percent(1)).toBeNull();
});

test("without a number of its own, a rule looks at the last hundred", async () => {
  const ninetyNine = await withOutcomes(...many(99, "failed"));
  expect(await rule(ninetyNine, { failed_percent: 50 })).toBeNull();
  const hundred = await withOutcomes(...many(60, "failed"), ...many(60, "read"), ...many(40, "failed"));
  expect(await rule(hundred, { failed_percent: 40 })).toBe("failed_percent");
  expect(await rule(hundred, { failed_percent: 41 })).toBeNull();
});

test("messages that have no outcome yet are not among them", async () => {
  const id = await withOutcomes(...many(4, "failed"), ...many(4, "queued"));
  expect(await rule(id, { failed_percent: 100, of_last: 4 })).toBe("failed_percent");
  expect(await rule(id, { failed_percent: 100, of_last: 5 })).toBeNull();
});

test("refusals as too much marketing count apart from other failures", async () => {
  const id = await withOutcomes(...many(2, "failed", "not_delivered_ecosystem"), ...many(2, "failed"));
  expect(await rule(id, { marketing_refused_percent: 50, of_last: 4 })).toBe("marketing_refused_percent");
  expect(await rule(id, { marketing_refused_percent: 51, of_last: 4 })).toBeNull();
  expect(await rule(id, { marketing_refused_percent: 51, failed_percent: 100, of_last: 4 })).toBe(
    "failed_percent",
  );
  expect(await rule(id, null)).toBeNull();
});

test.each([
  ["GREEN", "YELLOW", null],
  ["YELLOW", "YELLOW", "quality"],
  ["RED", "YELLOW", "quality"],
  ["YELLOW", "RED", null],
  ["RED", "RED", "quality"],
  [null, "YELLOW", null],
] as const)("a number of quality %p and a rule at %p: %p", async (rating, quality, broken) => {
  const route = { channel: { name: "Shop", quality_rating: rating } } as Route;
  expect(await rule("bc_none", { quality }, [route])).toBe(broken);
});
