/** The health of a real number: found from what is counted, shown, told once, and followed by its pace. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { findHealthOf } from "../../../daemon/channels/health/watch.ts";
import { expectHealth, takeForHealth } from "../../../db/channels/health.ts";
import { createTrafficCounter } from "../../../db/overview/traffic-counts.ts";
import { runCli } from "../../cli/run-cli.ts";
import { ADA, type Chat, startChat } from "../../providers/whatsapp-web/chat.ts";
import { until } from "../../support/until.ts";

let chat: Chat;
beforeAll(async () => {
  chat = await startChat({ rate: { per_second: 1000 }, slow_down: { below: 70, factor: 10 } });
});
afterAll(() => chat.stop());

const key = () => ({ organizationId: chat.daemon.organizationId, channelId: chat.channelId });
const health = async () => (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}/health`)).body;

async function findAgain() {
  await findHealthOf(chat.daemon.sql, [key()]);
  return await health();
}

/** People to whom the number wrote first, of whom some answered. */
async function approach(count: number, hoursAgo: number): Promise<void> {
  await chat.daemon.sql`
    insert into web_recipients (organization_id, channel_id, phone, opened_at)
    select ${key().organizationId}, ${key().channelId}, '4917100' || ${hoursAgo}::text || n, now() - make_interval(hours => ${hoursAgo})
    from generate_series(1, ${count}::integer) as n`;
}

test("a number that was just paired is well, though nothing looked at it before", async () => {
  const found = await health();
  expect(found).toMatchObject({ score: 100, level: "good", trend: "steady" });
  expect(found.parts.map(({ name }: { name: string }) => name)).toContain("unanswered");
  expect(await chat.events("channel.health_changed")).toEqual([]);
});

test("who wrote back counts as an answer, and who was written to long ago not at all", async () => {
  await chat.sent("text", { body: "Hello" }, "read");
  await chat.receive("text", { body: "Hi" });
  await chat.daemon.sql`
    update web_recipients set opened_at = now() - interval '2 days' where phone = ${ADA}`;
  await approach(9, 48);
  await approach(50, 24 * 9);
  const { parts } = await findAgain();
  expect(parts.find(({ name }: { name: string }) => name === "unanswered")).toMatchObject({ value: 0.9 });
});

test("a level that changed is told once, and by no look after it", async () => {
  await approach(80, 30);
  await approach(200, 1);
  const { score, level, parts } = await findAgain();
  expect(score).toBeLessThan(60);
  expect(parts[0].advice).toBeString();
  const told = await chat.events("channel.health_changed");
  expect(told.map(({ previous }) => previous)).toEqual([
    "good",
    ...told.slice(0, -1).map((one) => one.level),
  ]);
  await findAgain();
  expect(await chat.events("channel.health_changed")).toEqual(told);
  expect(told.at(-1)).toMatchObject({ channel_id: chat.channelId, level, score, advice: parts[0].advice });
  const { body } = await chat.daemon.call("GET", `/v1/channels/${chat.channelId}`);
  expect(body.health_score).toBe(score);
});

test("the pace follows by itself, down and up", async () => {
  const pace = async () =>
    (await chat.daemon.call("GET", `/v1/channels/${chat.channelId}/limits`)).body.throughput.per_second;
  await until(async () => (await pace()) === 100);
  const { env } = { env: { WAYPOST_URL: chat.daemon.url, WAYPOST_API_KEY: chat.daemon.key } };
  const shown = await runCli(["channels", "health", chat.channelId, "--json"], { env });
  expect(JSON.parse(shown.stdout)).toEqual(await health());
  const doctor = JSON.parse((await runCli(["doctor", "--json"], { env })).stdout).data;
  expect(doctor.find(({ check }: { check: string }) => check === "health of numbers")).toMatchObject({
    status: "warning",
  });
  await chat.daemon.sql`delete from web_recipients where channel_id = ${chat.channelId}`;
  expect(await findAgain()).toMatchObject({ score: 100, level: "good" });
  await until(async () => (await pace()) === 1000);
});

test("a login that is ended from outside (401) and a refused account (403) are counted, and one ended here is not", async () => {
  const { sql } = chat.daemon;
  const count = createTrafficCounter(sql);
  const lost = async () => {
    await count(10_000);
    const [row] = await sql<{ lost: number }[]>`
      select coalesce(sum(count), 0)::int as lost from traffic_counts
      where kind = 'login_lost' and step = 21600 and channel_id = ${chat.channelId}`;
    return row?.lost;
  };
  expect(await lost()).toBe(0);
  for (const [status, reason] of [
    ["logged_out", "logged out on request"],
    ["connecting", null],
    ["logged_out", "the device was removed on the phone; pair it again (401)"],
    ["connecting", null],
    ["restricted", "WhatsApp refused the account: it is banned, or its phone is gone (403)"],
  ] as const)
    await sql`update channels set status = ${status}, status_reason = ${reason} where id = ${chat.channelId}`;
  await until(async () => (await lost()) === 2);
  const { parts } = await findAgain();
  expect(parts.find(({ name }: { name: string }) => name === "disconnects")).toMatchObject({
    value: 2,
    lost: 20,
  });
});

test("the daemon looks by itself, soon after its start", async () => {
  const path = `/v1/channels/${chat.daemon.channelId}`;
  await until(async () => (await chat.daemon.call("GET", path)).body.health_score === 100);
});

test("each channel is taken by one daemon at a time, and again only after a while", async () => {
  const { sql } = chat.daemon;
  await expectHealth(sql, key());
  await sql`update channel_health set taken_at = '-infinity'`;
  const taken = await Promise.all([1, 2, 3].map(() => takeForHealth(sql, { seconds: 300, most: 100 })));
  const ids = taken.flat().map(({ channelId }) => channelId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(chat.channelId);
  expect(await takeForHealth(sql, { seconds: 300, most: 100 })).toEqual([]);
});

test("another organisation's channel has no health here", async () => {
  expect((await chat.daemon.call("GET", "/v1/channels/ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T/health")).status).toBe(
    404,
  );
});
