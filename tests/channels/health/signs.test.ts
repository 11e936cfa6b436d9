/** What is counted of a number, each from where it is stored. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { findHealthOf, startHealthWatch } from "../../../daemon/channels/health/watch.ts";
import { createLog } from "../../../daemon/lib/log.ts";
import { expectHealth, findHealth, readHealthSigns, writeHealth } from "../../../db/channels/health.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { until } from "../../support/until.ts";

const ORGANIZATION = "org_signs";
let database: TestDatabase;
let last = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A connected number that nothing is known of; `more` are columns of it. */
async function channel(more: object = {}) {
  last += 1;
  const key = { organizationId: ORGANIZATION, channelId: `ch_${last}` };
  const { sql } = database;
  const row = { organization_id: ORGANIZATION, id: key.channelId, name: "Paired", status: "connected" };
  await sql`insert into channels ${sql({ ...row, platform: "whatsapp_unofficial", phone_number: "+491700000001", ...more })}`;
  await expectHealth(sql, key);
  const [signs] = await readHealthSigns(sql, [key]);
  expect(signs).toMatchObject({ sent: 0, refused: 0, cold: 0, approached: 0, disconnects: 0 });
  return { ...key, signs: async () => (await readHealthSigns(sql, [key]))[0], before: signs };
}

async function counted(channelId: string, kind: string, count: number, daysAgo: number, step = 21_600) {
  await database.sql`
    insert into traffic_counts (organization_id, step, at, channel_id, kind, count)
    values (${ORGANIZATION}, ${step}, now() - make_interval(days => ${daysAgo}), ${channelId}, ${kind}, ${count})`;
}

test.each([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["refused", "failed reachout_restricted"],
  ["refused", "failed spam_restricted"],
])("%s are counts of a week of %s, of the longest step alone", async (member, kind) => {
  const { channelId, signs } = await channel();
  await counted(channelId, kind, 3, 6);
  await counted(channelId, kind, 40, 8);
  await counted(channelId, kind, 500, 1, 60);
  expect(await signs()).toMatchObject({ [member]: 3 });
});

test("lost logins count for 30 days", async () => {
  const { channelId, signs } = await channel();
  await counted(channelId, "login_lost", 2, 29);
  await counted(channelId, "login_lost", 5, 31);
  expect(await signs()).toMatchObject({ disconnects: 2 });
});

test("strangers are those of a week and a day, and who answered wrote after they were written to", async () => {
  const { channelId, signs } = await channel();
  const { sql } = database;
  const days = { 4917000001: 0.5, 4917000002: 2, 4917000003: 3, 4917000004: 7.5, 4917000005: 9 };
  for (const [phone, daysAgo] of Object.entries(days)) {
    const opened_at = new Date(Date.now() - daysAgo * 86_400_000);
    const contact_id = `ct_${phone}`;
    const owner = { organization_id: ORGANIZATION, channel_id: channelId };
    await sql`insert into web_recipients ${sql({ ...owner, phone, opened_at })}`;
    await sql`insert into contact_identities ${sql({ organization_id: ORGANIZATION, type: "phone", value: phone, contact_id })}`;
    // one wrote after it, and one long before
    const last_inbound_at = new Date(phone === "4917000002" ? Date.now() : 0);
    if (daysAgo < 4)
      await sql`insert into conversations ${sql({ ...owner, id: `conv_${phone}`, contact_id, last_inbound_at })}`;
  }
  expect(await signs()).toMatchObject({ cold: 3, cold_today: 1, approached: 3, answered: 1 });
});

test("the age is that of the number, not of a channel that had another before", async () => {
  const created_at = new Date(Date.now() - 40 * 86_400_000);
  const { before } = await channel({ created_at });
  expect(Math.round(before?.age_days ?? 0)).toBe(40);
  const replaced = await channel({ created_at, number_since: new Date(Date.now() - 2 * 86_400_000) });
  expect(Math.round(replaced.before?.age_days ?? 0)).toBe(2);
});

test("a restriction counts while it lasts, of a paired number and of an official one", async () => {
  const { sql } = database;
  const until = (ms: number) => new Date(Date.now() + ms);
  const paired = async (session: object) => {
    const { channelId, signs } = await channel();
    const row = { organization_id: ORGANIZATION, channel_id: channelId, data_key: "" };
    await sql`insert into web_sessions ${sql({ ...row, ...session })}`;
    return (await signs())?.restricted;
  };
  expect(await paired({})).toBe(false);
  expect(await paired({ restricted_reason: "new chats" })).toBe(true);
  expect(await paired({ restricted_reason: "new chats", restricted_until: until(60_000) })).toBe(true);
  expect(await paired({ restricted_reason: "new chats", restricted_until: until(-1000) })).toBe(false);
  const official = async (scope: string, ms: number) => {
    const restrictions = sql.json([{ scope, until: until(ms).toISOString() }]);
    return (await channel({ restrictions })).before?.restricted;
  };
  expect(await official("new_contacts", 60_000)).toBe(true);
  expect(await official("new_contacts", -1000)).toBe(false);
  expect(await official("person", 60_000)).toBe(false);
});

test("daemons that keep the pace hear of a new score where it slows the channel down, and only there", async () => {
  const { sql } = database;
  const heard: string[] = [];
  const listening = await sql.listen("waypost_channel_changed", (id) => heard.push(id));
  const found = { score: 50, average: 50, level: "good", parts: "[]", advice: null };
  const settings = sql.json({ slow_down: { below: 70, factor: 2 } });
  const [slow, other, end] = [await channel({ settings }), await channel(), await channel({ settings })];
  await writeHealth(sql, other, found);
  await writeHealth(sql, slow, found);
  await writeHealth(sql, slow, found);
  await writeHealth(sql, slow, { ...found, score: 40 });
  await writeHealth(sql, end, found);
  await until(() => heard.includes(end.channelId));
  await listening.unlisten();
  expect(heard).toEqual([slow.channelId, slow.channelId, end.channelId]);
});

test("a level is left upwards clearly above its step: what was found before counts", async () => {
  const key = await channel({ quality_rating: "RED" });
  const level = async () => {
    await findHealthOf(database.sql, [key]);
    return await findHealth(database.sql, key);
  };
  expect(await level()).toMatchObject({ score: 40, level: "poor", average: 40 });
  await database.sql`update channel_health set level = 'critical' where channel_id = ${key.channelId}`;
  expect(await level()).toMatchObject({ score: 40, level: "critical" });
});

test("more numbers than are looked at together are all found in one look", async () => {
  const { sql } = database;
  await sql`
    insert into channels (organization_id, id, platform, status, name, phone_number)
    select ${ORGANIZATION}, 'ch_many_' || n, 'whatsapp_unofficial', 'connected', 'Paired', '+491700000002'
    from generate_series(1, 250) as n`;
  await sql`
    insert into channels (organization_id, id, platform, status, name, deleted_at)
    values (${ORGANIZATION}, 'ch_gone', 'whatsapp_unofficial', 'disconnected', 'Gone', now())`;
  await expectHealth(sql, { organizationId: ORGANIZATION, channelId: "ch_gone" });
  const stop = startHealthWatch({ sql, log: createLog("silent") }, { everySeconds: 300, lookMs: 3600_000 });
  await until(async () => {
    const [row] = await sql<{ found: number }[]>`
      select count(*)::int as found from channel_health where channel_id like 'ch_many_%' and found_at is not null`;
    return row?.found === 250;
  });
  await stop();
  expect(await findHealth(sql, { organizationId: ORGANIZATION, channelId: "ch_gone" })).toBe(null);
});
