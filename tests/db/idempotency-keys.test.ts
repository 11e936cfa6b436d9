/** Exactly one request takes over an expired key, in each way. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { onceForKey } from "../../db/http/idempotency.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { testDatabase } from "../support/database.ts";

const database = await testDatabase();
const { sql } = database;
const organizationId = "org_keys";
beforeAll(() => makePartitions(sql));
afterAll(() => database.drop());

const message = (key: string | null) => ({
  ...{ n: 0, organization_id: organizationId, id: Bun.randomUUIDv7(), channel_id: "ch_keys" },
  ...{ address: "14155550100", type: "text", content: '{"body":"x"}', needs_window: false, addressed: true },
  ...{ created_at: new Date().toISOString(), idempotency_key: key, fingerprint: "this", response: "{}" },
});

const CLAIMS: Record<string, (key: string) => Promise<unknown>> = {
  "a message": (key) => sql`select accept_messages(${JSON.stringify([message(key)])}::text::json)`,
  "a batch": (key) =>
    sql`select accept_batch(${organizationId}, ${key}, 'this', '{}', ${JSON.stringify([message(null)])}::text::json)`,
  "an upload": (key) => sql`select finish_upload(${organizationId}, 'imp_1', ${key}, 'this', '{}')`,
  "a request": (key) =>
    onceForKey(sql, { organizationId, key, fingerprint: "this" }, async () => ({
      status: 200,
      response: "{}",
    })),
};

/** Whose key is free for another request. */
const EXPIRED = {
  "a day old": { created: "1 day 1 second", claimed: null },
  "claimed by work that died": { created: "1 hour", claimed: "1 second" },
};

for (const [age, { created, claimed }] of Object.entries(EXPIRED))
  test.each(Object.entries(CLAIMS))(`%s takes over one that is ${age}`, async (name, claim) => {
    const key = `${name} ${age}`;
    await sql`
      insert into idempotency_keys (organization_id, key, fingerprint, status, response, created_at, claimed_until)
      values (${organizationId}, ${key}, 'other', 0, '', now() - ${created}::interval, now() - ${claimed}::interval)`;
    await claim(key);
    const again = await onceForKey(sql, { organizationId, key, fingerprint: "another" }, async () => {
      throw new Error("the key is in use");
    });
    expect(again.outcome).toBe("key_reused");
  });
