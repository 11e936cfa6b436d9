/** Numbers that a channel is to ask about: who may ask, how fast, and how many a day, whichever daemon it is. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { takeNumberChecks, wantNumberChecks } from "../../db/whatsapp-web/checks.ts";
import { keepWhatsAppWebRecipient } from "../../db/whatsapp-web/messages.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

const KEY = { organizationId: "org_checks", channelId: "ch_checks" };
const NUMBERS = ["491700000001", "491700000002", "491700000003", "491700000004", "491700000005"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.sql`
    insert into channels (organization_id, id, platform, status, name)
    values (${KEY.organizationId}, ${KEY.channelId}, 'whatsapp_unofficial', 'connected', 'Paired')`;
  await database.sql`
    insert into web_sessions (organization_id, channel_id, data_key, owner, lease_until)
    values (${KEY.organizationId}, ${KEY.channelId}, '', 'one', now() + interval '1 day')`;
});
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from web_checks`;
  await sql`delete from web_recipients`;
  await sql`update channels set status = 'connected', settings = '{}'`;
  await sql`update web_sessions set owner = 'one'`;
  await wantNumberChecks(sql, KEY.organizationId, KEY.channelId, NUMBERS);
});
afterAll(() => database.drop());

const take = (daemon: string, { gapMs = 0, usual = 100 } = {}) =>
  takeNumberChecks(database.sql, daemon, [KEY.channelId], { gapMs, usual });
const waiting = async () =>
  (await database.sql<{ phone: string }[]>`select phone from web_checks order by phone`).map(
    ({ phone }) => phone,
  );

/** How many numbers a daemon may still ask about. */
async function takeAll(daemon: string, usual?: number): Promise<number> {
  for (let taken = 0; ; taken++)
    if ((await take(daemon, usual === undefined ? {} : { usual })).length === 0) return taken;
}

test("only the daemon that holds the session asks, one number at a time", async () => {
  expect(await take("two")).toEqual([]);
  expect(await take("one")).toHaveLength(1);
  expect(await waiting()).toHaveLength(4);
});

test("a day's budget is the channel's, whoever asked", async () => {
  expect(await takeAll("one", 2)).toBe(2);
  await database.sql`update web_sessions set owner = 'two'`;
  expect(await takeAll("two", 2)).toBe(0);
  expect(await takeAll("two", 3)).toBe(1);
  await database.sql`update web_recipients set checked_at = checked_at - interval '25 hours'`;
  expect(await takeAll("two", 1)).toBe(1);
});

test("the channel's own setting counts before the usual one, and 0 asks nothing", async () => {
  await database.sql`update channels set settings = '{"number_checks_per_day": 0}'`;
  expect(await takeAll("one")).toBe(0);
  await database.sql`update channels set settings = '{"number_checks_per_day": 4}'`;
  expect(await takeAll("one", 1)).toBe(4);
});

test("the next question waits, and a restricted number asks nothing", async () => {
  expect(await take("one")).toHaveLength(1);
  expect(await take("one", { gapMs: 3600_000 })).toEqual([]);
  await database.sql`update web_recipients set checked_at = checked_at - interval '61 minutes'`;
  expect(await take("one", { gapMs: 3600_000 })).toHaveLength(1);
  await database.sql`update channels set status = 'restricted'`;
  expect(await take("one")).toEqual([]);
});

test("what is known is not asked again: for a month of who is there, for an hour of who is not", async () => {
  const { sql } = database;
  const [there = "", absent = "", before = "", old = ""] = NUMBERS;
  await sql`delete from web_checks`;
  for (const phone of [there, old])
    await keepWhatsAppWebRecipient(sql, KEY, phone, `${phone}@s.whatsapp.net`);
  for (const phone of [absent, before]) await keepWhatsAppWebRecipient(sql, KEY, phone, null);
  await sql`update web_recipients set asked_at = now() - interval '61 minutes' where phone = ${before}`;
  await sql`update web_recipients set asked_at = now() - interval '31 days' where phone = ${old}`;
  await sql`update web_recipients set asked_at = now() - interval '59 minutes' where phone = ${absent}`;
  await sql`update web_recipients set asked_at = now() - interval '29 days' where phone = ${there}`;
  await wantNumberChecks(sql, KEY.organizationId, KEY.channelId, NUMBERS);
  expect(await waiting()).toEqual([before, old, NUMBERS[4] ?? ""]);
});
