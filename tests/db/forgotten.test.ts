/** What is forgotten after some days, and what stays until then. */
import { expect, test } from "bun:test";
import { forgetExpired, forgetWebMessages } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const RETENTION_DAYS = 30;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);

const own = { organization_id: "org" };
const web = { ...own, channel_id: "ch", remote_jid: "", from_me: true, sealed: "" };
const choice = { ...own, message_id: crypto.randomUUID(), provider_message_id: "", reply: "", choices: "[]" };
const replay = { ...own, endpoint_ids: [] as string[], status: "all", first_event: "", last_event: "" };

test.each<[table: string, name: string, at: string, days: number, row: object]>([
  ["idempotency_keys", "key", "created_at", 1, { ...own, fingerprint: "", status: 201, response: "" }],
  ["delivery_requests", "id", "as_of", RETENTION_DAYS, own],
  ["webhook_replays", "id", "created_at", RETENTION_DAYS, replay],
  ["message_cancellations", "id", "created_at", RETENTION_DAYS, { ...own, dry_run: true, last_position: 0 }],
  ["provider_webhooks", "route", "received_at", RETENTION_DAYS, { provider: "p", body: "", error: "why" }],
  ["web_messages", "provider_message_id", "created_at", RETENTION_DAYS, web],
  ["web_choices", "conversation_id", "offered_at", 2, choice],
])("%s", async (table, name, at, days, row) => {
  const { sql } = database;
  for (const [id, age] of [["before", days + 0.01] as const, ["after", days - 0.01] as const])
    await sql`insert into ${sql(table)} ${sql({ ...row, [name]: id, [at]: daysAgo(age) })}`;
  await forgetExpired(sql, RETENTION_DAYS);
  await forgetWebMessages(sql, RETENTION_DAYS);
  expect([...(await sql`select ${sql(name)} as id from ${sql(table)}`)]).toEqual([{ id: "after" }]);
});

test("a call that waits is never forgotten, however old it is", async () => {
  const { sql } = database;
  const waiting = { provider: "p", body: "", route: "waits", received_at: daysAgo(RETENTION_DAYS + 1) };
  await sql`insert into provider_webhooks ${sql(waiting)}`;
  await forgetExpired(sql, RETENTION_DAYS);
  expect(await sql`select from provider_webhooks where route = 'waits'`).toHaveLength(1);
});
