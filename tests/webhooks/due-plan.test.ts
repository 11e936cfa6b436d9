import { afterAll, expect, test } from "bun:test";
import { testDatabase } from "../support/database.ts";

const database = await testDatabase();
afterAll(() => database.drop());

test("what is due is looked up by key also where statistics lack", async () => {
  const rows = await database.sql<{ "QUERY PLAN": string }[]>`
    explain select * from due_deliveries('org_1', 'ep_1', 'dmn_1', array['dlv_1'], 20)`;
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Index Scan using lane_items_due");
  expect(plan).not.toMatch(/(Hash|Merge)( \w+)* Join/);
});
