import { afterEach, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

/* Every message ends: past its end it is not sent any more, whatever its channel does. */
const PAIR_LIMIT = "15550000201";
const OTHER_PAIR_LIMIT = "15550000202";
const UNPACED = { per_second: 100_000, per_recipient_seconds: 0 };
const waypost = sharedDaemon();
afterEach(() => change({ settings: { paused: false, rate: UNPACED } }));

const change = (body: object) => waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, body);
const post = (more: object, to = "14155550100") =>
  waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to,
    type: "text",
    content: { body: "Hello" },
    ...more,
  });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const attemptsOf = async (id: string) =>
  (await waypost.sql`select from message_attempts where message_id = ${id}`).length;
/** As if a message had been accepted, or had become due, so long ago. */
const age = (id: string, hours: number) =>
  waypost.sql`update lane_items set due_at = now() - make_interval(secs => ${hours * 3600}) where item_id = ${id}`;

test("a message of a paused channel fails at its end with an event, and says what to do", async () => {
  await change({ settings: { paused: true } });
  const { body } = await post({ ttl_seconds: 1 });
  const record = await waypost.until(body.id, "failed");
  expect(record.error).toMatchObject({
    code: "expired",
    detail: expect.stringContaining("its channel is paused; resume it"),
  });
  expect(await attemptsOf(body.id)).toBe(0);
  const events = await waypost.sql<{ type: string; code: string }[]>`
    select type, body::json -> 'error' ->> 'code' as code from events
    where body like ${`%${body.id}%`} and body::json ->> 'status' = 'failed'`;
  expect([...events]).toEqual([{ type: "message.status_update", code: "expired" }]);
});

test("without an end of its own a message has 24 hours from when it is due", async () => {
  await change({ settings: { paused: true } });
  const [waiting, ended] = [(await post({})).body.id, (await post({})).body.id];
  await age(waiting, 23.9);
  await age(ended, 24.1);
  await waypost.until(ended, "failed");
  expect((await waypost.call("GET", `/v1/messages/${waiting}`)).body.status).toBe("queued");
  // a channel that is paused while it sends may take what is posted right then
  await change({ settings: { paused: false } });
  await waypost.until(waiting, "read");
});

test("a longer end than the usual one counts, also behind those that have ended", async () => {
  await change({ settings: { paused: true } });
  const [longer, ended] = [(await post({ ttl_seconds: 30 * 86_400 })).body.id, (await post({})).body.id];
  await age(longer, 26);
  await age(ended, 25);
  await waypost.until(ended, "failed");
  expect((await waypost.call("GET", `/v1/messages/${longer}`)).body.status).toBe("queued");
});

test("a retry does not move the end", async () => {
  const { body } = await post({}, PAIR_LIMIT);
  await until(
    async () => (await waypost.sql`select from lane_items where item_id = ${body.id} and held`).length > 0,
  );
  const [item] = await waypost.sql<{ expires_at: Date }[]>`
    select expires_at from lane_items where item_id = ${body.id}`;
  const hours = ((item?.expires_at.getTime() ?? 0) - Date.parse(body.created_at)) / 3600_000;
  expect(hours).toBeCloseTo(24, 2);
  await waypost.until(body.id, "read");
});

test("what an ended message held back goes", async () => {
  const first = (await post({}, OTHER_PAIR_LIMIT)).body.id;
  const second = (await post({}, OTHER_PAIR_LIMIT)).body.id;
  await until(
    async () => (await waypost.sql`select from lane_items where item_id = ${first} and held`).length > 0,
  );
  await waypost.sql`
    update lane_items set due_at = now() + interval '1 hour', expires_at = now() where item_id = ${first}`;
  expect((await waypost.until(first, "failed")).error.code).toBe("expired");
  await waypost.until(second, "sent", "delivered", "read");
});

test("the record and the answer say when a message ends", async () => {
  await change({ settings: { paused: true } });
  const later = inSeconds(3600);
  const soon = inSeconds(90);
  const given: [more: object, from: string | null, seconds: number][] = [
    [{}, null, 24 * 3600],
    [{ ttl_seconds: 60 }, null, 60],
    [{ scheduled_at: later, ttl_seconds: 60 }, later, 60],
    [{ scheduled_at: later }, later, 24 * 3600],
    [{ expires_at: soon }, soon, 0],
  ];
  for (const [more, from, seconds] of given) {
    const { body: accepted } = await post(more);
    const end = Date.parse(from ?? accepted.created_at) + seconds * 1000;
    // a minute and a day differ enough, however long accepting takes
    expect(Math.abs(Date.parse(accepted.expires_at) - end)).toBeLessThan(from === null ? 30_000 : 1);
    const { body: record } = await waypost.call("GET", `/v1/messages/${accepted.id}`);
    expect(record.expires_at).toBe(accepted.expires_at);
    await waypost.call("POST", `/v1/messages/${accepted.id}/cancel`);
  }
});

test("a batch's messages have ends, too", async () => {
  await change({ settings: { paused: true } });
  const message = { channel_id: waypost.channelId, to: "14155550100", type: "text", content: { body: "x" } };
  const { body } = await waypost.call("POST", "/v1/messages/batch", {
    messages: [
      { ...message, ttl_seconds: 1 },
      { ...message, ttl_seconds: 0 },
    ],
  });
  expect(body.data[1]).toMatchObject({ status: 422, problem: { errors: [{ path: "/ttl_seconds" }] } });
  expect((await waypost.until(body.data[0].message.id, "failed")).error.code).toBe("expired");
});

test.each([
  ["given twice", "/ttl_seconds", { ttl_seconds: 60, expires_at: inSeconds(60) }],
  ["longer than 30 days", "/ttl_seconds", { ttl_seconds: 30 * 86_400 + 1 }],
  ["without its zone", "/expires_at", { expires_at: "2099-01-01T09:00:00" }],
  ["that has passed", "/expires_at", { expires_at: inSeconds(-1) }],
  ["more than 30 days away", "/expires_at", { expires_at: inSeconds(31 * 86_400) }],
  ["before it is due", "/expires_at", { expires_at: inSeconds(60), scheduled_at: inSeconds(3600) }],
])("an end %s is refused at %s", async (_, path, more) => {
  const { status, body } = await post(more);
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe(path);
});
