import { beforeAll, expect, test } from "bun:test";
import { insertChannel } from "../../db/channels/channels.ts";
import { nextDue } from "../../db/lanes/lanes.ts";
import { dropExpired, makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { expireMessages } from "../../db/messages/ends.ts";
import { peekSends } from "../../db/messages/sends.ts";
import { textInput } from "../messages/text-input.ts";
import { forgetBefore } from "../support/forget-before.ts";
import { sharedDatabase } from "../support/shared-database.ts";

/* Messages that are not finished when their retention is over: they end first. */
const DAY = 24 * 3600_000;
const AGO = new Date(Date.now() - 20 * DAY);
const channel = { organizationId: "org_test", channelId: "ch_test" };
const lane = { organizationId: "org_test", kind: "channel", laneId: "ch_test" };
const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql, AGO);
  await makePartitions(database.sql);
  const channel = { id: "ch_test", platform: "p", status: "connected", name: "Test", settings: {} };
  await insertChannel(database.sql, { organization_id: "org_test", ...channel });
});

/** A message of three weeks ago that is scheduled for some days from now. */
async function accept(days: number): Promise<string> {
  const id = Bun.randomUUIDv7("hex", AGO.getTime());
  const scheduled_at = new Date(Date.now() + days * DAY).toISOString();
  await acceptMessages(database.sql, [textInput({ id, scheduled_at, created_at: AGO.toISOString() })]);
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const [row] = await database.sql<{ status: string }[]>`select status from messages where id = ${id}`;
  return row?.status;
}

const finish = (id: string, days: number) =>
  database.sql.begin(async (sql) => {
    await sql`delete from lane_items where item_id = ${id}`;
    await sql`
      update messages set status = 'sent', scheduled_at = now() - make_interval(hours => ${days * 24})
      where id = ${id}`;
  });

test("a message that waits longer than the retention is kept, and nothing else beside it", async () => {
  const [waiting, fresh, old] = [await accept(10), await accept(10), await accept(10)];
  await finish(fresh, 1);
  await finish(old, 3);
  const { dropped } = await dropExpired(database.sql, 7);
  expect(dropped.some((name) => name.startsWith("events_"))).toBe(true);
  expect(await Promise.all([waiting, fresh, old].map(statusOf))).toEqual(["scheduled", "sent", undefined]);
});

test("it ends with a status and an event, and goes then", async () => {
  const id = await accept(10);
  await database.sql`update lane_items set due_at = now() - interval '25 hours'`;
  await database.sql`update messages set scheduled_at = now() - interval '3 days'`;
  await expireMessages(database.sql);
  expect(await statusOf(id)).toBe("failed");
  const events = await database.sql`
    select from events where body like ${`%${id}%`} and body::json ->> 'status' = 'failed'`;
  expect(events).toHaveLength(1);
  const { dropped } = await dropExpired(database.sql, 7);
  expect(dropped.filter((name) => name.startsWith("message"))).toHaveLength(2);
});

test("an organisation's shorter retention keeps what waits, too", async () => {
  await makePartitions(database.sql, AGO);
  const [waiting, old] = [await accept(10), await accept(10)];
  await finish(old, 3);
  await forgetBefore(database.sql, "org_test", new Date(Date.now() - DAY));
  expect(await Promise.all([waiting, old].map(statusOf))).toEqual(["scheduled", undefined]);
});

test("an item whose message is gone leaves its lane at the first look", async () => {
  const { sql } = database;
  await sql`delete from lane_items`;
  await accept(0);
  await sql`update lane_items set due_at = now() - interval '1 second'`;
  await sql`delete from messages`;
  expect(await nextDue(sql, lane)).not.toBeNull();
  expect(await peekSends(sql, channel, [{ priority: 1, busy: [], most: 10 }])).toEqual([]);
  expect(await nextDue(sql, lane)).toBeNull();
});

test("maintenance removes items whose messages were dropped, whichever daemon drains their lane", async () => {
  const { sql } = database;
  const id = Bun.randomUUIDv7("hex", AGO.getTime() - 60 * DAY);
  await sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values ('org_test', 'channel', 'ch_test', ${id}, 'x', now())`;
  await dropExpired(sql, 30);
  expect(await sql`select from lane_items where item_id = ${id}`).toHaveLength(0);
});
