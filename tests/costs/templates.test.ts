/** What a template's messages cost follows what is charged, taken back, and counted anew. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
});

const OFFER = { type: "template", content: JSON.stringify({ template: { name: "offer" } }) };

test("a template's sum is of what was charged, without what failed, at the price that holds now", async () => {
  const org = costOrganization(database);
  const settle = settleOn(database);
  const sums = async () => {
    const rows = await database.sql<{ template: string; day: string; messages: number; amount: string }[]>`
      select template, at::text as day, messages::integer, amount::text from cost_templates
      where organization_id = ${org.id}`;
    return rows.map(({ template, day, messages, amount }) => [template, day, messages, Number(amount)]);
  };
  const ids = [await org.accept(OFFER), await org.accept(OFFER), await org.accept()];
  await settle(...ids.map((id) => org.billed(id)));
  expect(await sums()).toEqual([["offer", "2026-11-30", 2, 0.06]]);
  await settle(org.failed(ids[0] ?? ""));
  expect(await sums()).toEqual([["offer", "2026-11-30", 1, 0.03]]);

  const about = { channel_id: "ch_test", of_country: "DE", of_category: "utility" };
  const price = {
    ...about,
    currency: "EUR",
    basis: "rc_2",
    tiers: '[{"above":0,"amount":0.05}]',
    market: "DE",
  };
  const [first, last] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
  await database.sql`select recount_charges(
    ${org.id}, '2026-11-30', ${first}, '', ${last}, '', '{}', ${JSON.stringify([price])}::text::json)`;
  expect(await sums()).toEqual([["offer", "2026-11-30", 1, 0.05]]);
});
