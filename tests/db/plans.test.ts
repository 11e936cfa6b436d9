import { afterAll, expect, test } from "bun:test";
import { testDatabase } from "../support/database.ts";

const database = await testDatabase();
afterAll(() => database.drop());

test("a queue that was empty when its statistics were taken is read by its index", async () => {
  const { sql } = database;
  await sql`vacuum analyze lane_items`;
  const rows = await sql<{ "QUERY PLAN": string }[]>`
    explain select * from lane_items where organization_id = 'org_1' and item_id = 'msg_1'`;
  expect(rows[0]?.["QUERY PLAN"]).toContain("Index Scan using lane_items_pkey");
});

test("an endpoint is found by its key also among few", async () => {
  const { sql } = database;
  await sql`vacuum analyze webhook_endpoints`;
  const rows = await sql<{ "QUERY PLAN": string }[]>`
    explain select * from webhook_endpoints where organization_id = 'org_1' and id = 'ep_1'`;
  expect(rows[0]?.["QUERY PLAN"]).toContain("Index Scan using webhook_endpoints_pkey");
});
