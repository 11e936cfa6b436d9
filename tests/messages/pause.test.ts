import { afterEach, expect, test } from "bun:test";
import { overdueLanes } from "../support/looks.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();
afterEach(() => change({ paused: false, rate: { per_second: 100_000, per_recipient_seconds: 0 } }));

const channel = () => `/v1/channels/${waypost.channelId}`;
const change = (settings: object) => waypost.call("PATCH", channel(), { settings });

async function send(body: string, to = "14155550100"): Promise<string> {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body } };
  return (await waypost.call("POST", "/v1/messages", message)).body.id;
}

async function statusOf(id: string): Promise<string> {
  return (await waypost.call("GET", `/v1/messages/${id}`)).body.status;
}

async function laneIsFree(): Promise<void> {
  const owned = async () => (await waypost.sql`select from lanes where owner is not null`).length;
  await until(async () => (await owned()) === 0);
}

test("while a channel is paused its messages wait, and go out in their order afterwards", async () => {
  expect((await change({ paused: true })).body).toMatchObject({ settings: { paused: true } });
  const ids = [await send("one"), await send("two"), await send("three")];
  await laneIsFree();
  expect(await Promise.all(ids.map(statusOf))).toEqual(["queued", "queued", "queued"]);
  await change({ paused: false });
  for (const id of ids) await waypost.until(id, "sent", "delivered", "read");
  const attempts = await waypost.sql<{ id: string }[]>`
    select message_id as id from message_attempts where message_id = any (${ids}::uuid[]) order by started_at`;
  expect(attempts.map(({ id }) => id)).toEqual(ids);
});

test("a pause holds at once what a drain has already read", async () => {
  await change({ paused: true, rate: { per_second: 5, per_recipient_seconds: 0 } });
  const ids = await Promise.all(Array.from({ length: 120 }, (_, n) => send("hello", `1415555${1000 + n}`)));
  const begun = async () => {
    const statuses = await Promise.all(ids.map(statusOf));
    return statuses.filter((status) => status !== "queued").length;
  };
  await change({ paused: false });
  await until(async () => (await begun()) !== 0);
  await change({ paused: true });
  await laneIsFree();
  // a drain that missed the pause would continue until few enough are left to read more
  expect(await begun()).toBeLessThan(50);
});

test("a pause holds messages of a daemon that has not heard of it yet", async () => {
  await waypost.until(await send("before"), "sent", "delivered", "read");
  await waypost.sql`
    update channels set settings = settings || ${waypost.sql.json({ paused: true })} where id = ${waypost.channelId}`;
  const id = await send("during");
  await laneIsFree();
  expect(await statusOf(id)).toBe("queued");
  await change({ paused: false });
  await waypost.until(id, "sent", "delivered", "read");
});

test("the lane of a paused channel is not taken for one whose wake-up was lost", async () => {
  await change({ paused: true });
  const id = await send("later");
  await laneIsFree();
  await waypost.sql`update lane_items set due_at = now() - interval '1 hour' where item_id = ${id}`;
  expect(await overdueLanes(waypost.sql)).toEqual([]);
});
