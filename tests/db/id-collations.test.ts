/** That ids can be joined wherever they stand: a comparison of two collations uses the index of one side only. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestDatabase, testDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

/** Columns by which logs are read, in the order of their bytes; compared with each other alone. */
const OF_LOGS = [
  ...["audit_links.entry_id", "audit_log.id", "audit_waiting.entry_id"],
  ...["contact_history.id", "conversation_notes.id"],
  ...[
    "deliveries.event_id",
    "deliveries.id",
    "delivery_requests.id",
    "delivery_requests.same_as",
    "drift.shape",
    "events.id",
    "inbound_routes.route",
  ],
  ...["message_search_places.event_id", "message_search_words.word"],
  ...["provider_webhooks.failure_id", "provider_webhooks.route"],
  ...[
    "traffic_places.event_id",
    "webhook_replays.first_event",
    "webhook_replays.last_event",
    "webhook_replays.position",
  ],
];

test("no column but those of logs has a collation of its own", async () => {
  const rows = await database.sql<{ place: string }[]>`
    select class.relname || '.' || attribute.attname as place from pg_attribute as attribute
    join pg_class as class on class.oid = attribute.attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and attribute.attnum > 0 and not attribute.attisdropped
      and attribute.attcollation not in (0, (select oid from pg_collation where collname = 'default'))`;
  expect(rows.map(({ place }) => place).sort()).toEqual(OF_LOGS);
});
