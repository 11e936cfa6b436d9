import { afterAll, expect, test } from "bun:test";
import { testDatabase } from "../support/database.ts";
import { removePartitions } from "../support/partitions.ts";

const database = await testDatabase();
// for plans of one row
await removePartitions(database.sql);
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

test.each([
  "message_new_event(organization_id, channel_id, conversation_id, contact_id, id, direction, address, null, null, type)",
  "message_sent_event(organization_id, channel_id, conversation_id, id, metadata, rendered_as)",
  "message_status_event(organization_id, channel_id, conversation_id, contact_id, id, address, null, type, status, created_at, error, metadata)",
  "preview_event(organization_id, channel_id, conversation_id, status, null, null, id)",
  "status_change(organization_id, id, 'failed', error => error)",
  "recipient(organization_id, channel_id, 'phone', address)",
])("%s is put in place of the call", async (call) => {
  const rows = await database.sql.unsafe(`explain (verbose) select ${call} from messages`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Output: ROW(organization_id,");
  expect(plan).not.toContain(call.slice(0, call.indexOf("(") + 1));
});
