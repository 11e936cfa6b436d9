import { beforeEach, expect, test } from "bun:test";
import { deferItems } from "../../db/lanes/lanes.ts";
import { peekSends } from "../../db/messages/sends.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";

/* The more urgent goes first; the messages of one conversation stay in order. */
const waypost = sharedDaemon();
const RATE = { per_second: 1, per_recipient_seconds: 0 };
const change = (settings: object) => waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings });
beforeEach(async () => {
  await change({ paused: true, rate: RATE });
  await waypost.sql`delete from lane_items`;
});

const send = async (to: string, more: object = {}) => {
  const { status, body } = await waypost.call("POST", "/v1/messages", {
    channel_id: waypost.channelId,
    to,
    type: "text",
    content: { body: "Hello" },
    ...more,
  });
  expect(status).toBe(201);
  return body.id as string;
};
const priorityOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body.priority;
const ranksOf = async (...ids: string[]) => {
  const rows = await waypost.sql<{ item_id: string; priority: number }[]>`
    select item_id, priority from lane_items where item_id = any (${ids})`;
  return ids.map((id) => rows.find((row) => row.item_id === id)?.priority);
};
const template = (name: string) => ({
  type: "template",
  content: { template: { name, language: { code: "en_US" }, components: [] } },
});

test("what is urgent goes before what was accepted earlier", async () => {
  const low = await send("14155558101", { priority: "low" });
  const normal = await send("14155558102");
  const high = await send("14155558103", { priority: "high" });
  expect(await Promise.all([low, normal, high].map(priorityOf))).toEqual(["low", "normal", "high"]);
  await change({ paused: false });
  const started = await eventually("attempt of each", async () => {
    const rows = await waypost.sql<{ message_id: string }[]>`
      select message_id from message_attempts
      where message_id = any (${[low, normal, high]}) order by started_at`;
    return rows.length === 3 && rows.map((row) => row.message_id);
  });
  expect(started).toEqual([high, normal, low]);
});

test("a waiting message of a conversation is hurried by a later, more urgent one", async () => {
  const earlier = await send("14155558104", { priority: "low" });
  const elsewhere = await send("14155558105", { priority: "low" });
  const later = await send("14155558104", { scheduled_at: new Date(Date.now() + 3600_000).toISOString() });
  const urgent = await send("14155558104", { priority: "high" });
  expect(await ranksOf(earlier, elsewhere, later, urgent)).toEqual([0, 2, 1, 0]);
  // the record has the requested priority
  expect(await priorityOf(earlier)).toBe("low");
});

test("a normal message hurries a low one before it, and no other", async () => {
  const low = await send("14155558106", { priority: "low" });
  const normal = await send("14155558106");
  const lowAgain = await send("14155558106", { priority: "low" });
  expect(await ranksOf(low, normal, lowAgain)).toEqual([1, 1, 2]);
});

test("what is low takes the highest priority of those accepted together after it, unless it is for later", async () => {
  const to = "14155558118";
  const low = await send(to, { priority: "low" });
  const scheduled_at = new Date(Date.now() + 3600_000).toISOString();
  const later = await send(to, { priority: "low", scheduled_at });
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" } };
  const messages = [message, { ...message, priority: "high" }];
  await waypost.call("POST", "/v1/messages/batch", { messages });
  expect(await ranksOf(low, later)).toEqual([0, 2]);
});

/** Which of these messages a look at some priorities finds, by their places among them. */
async function turnsOf(ids: string[], priorities: number[]): Promise<number[]> {
  const looks = priorities.map((priority) => ({ priority, busy: [], most: 100 }));
  const key = { organizationId: waypost.organizationId, channelId: waypost.channelId };
  const found = await peekSends(waypost.sql, key, looks);
  return found.filter(({ item_id }) => ids.includes(item_id)).map(({ item_id }) => ids.indexOf(item_id));
}

test("a less urgent message gets no turn before a more urgent one that is ahead of it in its conversation", async () => {
  const [ahead, other] = ["14155558113", "14155558114"];
  const ids = [
    await send(ahead, { priority: "high" }),
    await send(ahead),
    await send(ahead, { priority: "low" }),
    await send(other),
    await send(other, { priority: "low" }),
  ];
  const turns = () => turnsOf(ids, [1, 2]);
  expect(await turns()).toEqual([3]);
  await waypost.sql`delete from lane_items where item_id = ${ids[0] ?? ""}`;
  expect(await turns()).toEqual([1, 3]);
  await waypost.sql`delete from lane_items where item_id = any (${[ids[1], ids[3]] as string[]})`;
  expect(await turns()).toEqual([2, 4]);
});

test("nor does a more urgent one before what could not be hurried, since another transaction held it", async () => {
  const to = "14155558115";
  const ids = [await send(to, { priority: "low" }), await send(to, { priority: "low" })];
  await waypost.sql.begin(async (holder) => {
    await holder`select from lane_items where item_id = any (${ids}) for update`;
    ids.push(await send(to), await send(to, { priority: "high" }));
  });
  const [first = "", second = "", third = "", last = ""] = ids;
  expect(await ranksOf(first, second, third, last)).toEqual([2, 2, 0, 0]);
  const turns = () => turnsOf(ids, [0, 1, 2]);
  expect(await turns()).toEqual([0, 1]);
  await waypost.sql`update lane_items set priority = 1 where item_id = any (${[first, second, third]})`;
  expect(await turns()).toEqual([0, 1, 2]);
  await waypost.sql`delete from lane_items where item_id = any (${[first, second, third]})`;
  expect(await turns()).toEqual([3]);
});

test("what is put off holds back what comes after it in its conversation", async () => {
  const ids = [await send("14155558116"), await send("14155558116"), await send("14155558117")];
  const lane = { organizationId: waypost.organizationId, kind: "channel", laneId: waypost.channelId };
  await deferItems(waypost.sql, lane, [{ item_id: ids[0] ?? "", wait: 3600_000 }]);
  expect(await turnsOf(ids, [1])).toEqual([2]);
});

test("the channel's settings rank types and categories of templates, unless the send does", async () => {
  const [channel] =
    await waypost.sql`select organization_id, waba_id from channels where id = ${waypost.channelId}`;
  for (const [name, category] of Object.entries({
    offer: "MARKETING",
    code: "AUTHENTICATION",
    news: "UTILITY",
  }))
    await waypost.sql`
      insert into templates (organization_id, id, waba_id, name, language, category, status, components)
      values (${channel?.organization_id}, ${`tp_${name}`}, ${channel?.waba_id}, ${name}, 'en_US', ${category},
        'approved', '[{"type":"BODY","text":"Hello"}]')`;
  const ranks = async () =>
    await ranksOf(
      await send("14155558107", template("offer")),
      await send("14155558108", template("code")),
      await send("14155558109", template("news")),
      await send("14155558110"),
    );
  // a changed setting reaches the next acceptance a moment later
  const ranked = (...wanted: number[]) =>
    eventually(`send ranked ${wanted}`, async () => Bun.deepEquals(await ranks(), wanted));
  await ranked(2, 0, 1, 1);
  await change({ priority: { text: "high", template: { MARKETING: "normal", UTILITY: "low" } } });
  await ranked(1, 0, 2, 0);
  expect(await ranksOf(await send("14155558111", { priority: "low" }))).toEqual([2]);
  await change({ priority: { template: "low" } });
  await ranked(2, 2, 2, 1);
  await change({ priority: {} });
});

test("a priority that does not exist is refused, in a send and in settings", async () => {
  const body = { channel_id: waypost.channelId, to: "14155558112", type: "text", content: { body: "Hi" } };
  expect((await waypost.call("POST", "/v1/messages", { ...body, priority: "urgent" })).status).toBe(422);
  expect((await change({ priority: { text: "urgent" } })).status).toBe(422);
});
