/** That the overview finds what failed however much went through since, and looks at a bounded number of pages for it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  failedDeliveries,
  failedMessages,
  messageTraffic,
  webhookTraffic,
} from "../../db/overview/traffic.ts";
import type { TestDatabase } from "../support/database.ts";
import { LONG_MS } from "../support/long.ts";
import { expectBounded, type ManyRows, manyRows, ORGANIZATION, TIMES } from "../support/many-rows.ts";
import type { Watched } from "../support/watched-plans.ts";

let rows: ManyRows;
let database: TestDatabase;
let watched: Watched;
beforeAll(async () => {
  rows = await manyRows();
  ({ database, watched } = rows);
}, LONG_MS);
afterAll(() => rows?.close());

/** Has the oldest of the messages of the last hour fail now. */
async function failOne(): Promise<string> {
  const [message] = await database.sql<{ id: string }[]>`
    update messages set status = 'failed', error = '{"code":"blocked"}', updated_at = now()
    where id = (select id from messages where id >= uuid_bound(now() - interval '50 minutes') order by id limit 1)
    returning id`;
  return message?.id ?? "";
}

/** Events and successful deliveries of this moment. */
async function passMany(): Promise<void> {
  const { sql } = database;
  await sql`
    insert into events (organization_id, id, type, body, created_at, position)
    select ${ORGANIZATION}, 'evt_' || ulid_time(now()) || lpad(n::text, 16, '0'), 'message.status_update',
      '{"status":"read"}', now(), nextval('event_log_position') from generate_series(1, 8000) as n`;
  await sql`
    insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, created_at, finished_at)
    select ${ORGANIZATION}, 'dlv_' || ulid_time(now()) || lpad(n::text, 16, '0'), 'ep_1', 'evt_' || n,
      'message.status_update', 'succeeded', 1, 'schedule', now(), now() from generate_series(1, 8000) as n`;
}

test("a message and a delivery that failed are found behind thousands that did not", async () => {
  const { sql } = database;
  const message = await failOne();
  const [delivery] = await sql<{ id: string }[]>`
    insert into deliveries (organization_id, id, endpoint_id, event_id, event_type, status, attempt, trigger, error,
      created_at, finished_at)
    values (${ORGANIZATION}, prefixed_id('dlv', now() - interval '50 minutes'), 'ep_1', prefixed_id('evt'), 'message.new',
      'failed', 1, 'schedule', 'it answered 500', now(), now())
    returning id`;
  await passMany();
  expect(await failedMessages(sql, ORGANIZATION, null, 50)).toMatchObject([{ id: message, code: "blocked" }]);
  const deliveries = await failedDeliveries(sql, ORGANIZATION, null, 50);
  expect(deliveries.map(({ id }) => id)).toContain(delivery?.id ?? "");
});

test("the overview reads a bounded number of rows", async () => {
  await database.sql`analyze`;
  const looks = [messageTraffic, webhookTraffic];
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) {
      for (const look of looks) await look(watched.sql, ORGANIZATION, null);
      await failedMessages(watched.sql, ORGANIZATION, null, 50);
      await failedDeliveries(watched.sql, ORGANIZATION, null, 50);
    }
  });
  expectBounded(plans);
});
