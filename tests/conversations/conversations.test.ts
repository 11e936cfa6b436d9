import { expect, test } from "bun:test";
import { caller, type MessageRecord, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { newUser } from "./support.ts";

const waypost = sharedDaemon();

/** Sends a text; answers with its record once it is read. */
async function say(to: string, body: string): Promise<MessageRecord> {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body } };
  return waypost.until((await waypost.call("POST", "/v1/messages", message)).body.id, "read");
}

async function hear(from: string, text: string): Promise<MessageRecord> {
  const count = async () => (await waypost.call("GET", "/v1/messages?direction=inbound")).body.data;
  const before = (await count()).length;
  await fetch(`${waypost.sandbox.url}/sandbox/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from, text }),
  });
  await until(async () => (await count()).length !== before);
  return (await count())[0];
}

const get = async (path: string) => (await waypost.call("GET", `/v1/conversations${path}`)).body;
const idsOf = async (query: string): Promise<string[]> =>
  (await get(`?${query}`)).data.map((one: { id: string }) => one.id);
const patch = (id: string, body: object) => waypost.call("PATCH", `/v1/conversations/${id}`, body);

/** The events of a conversation, except those of its messages. */
async function eventsOf(id: string) {
  const events = await waypost.sql`select body from events where type = 'conversation.updated' order by id`;
  return events
    .map((event) => JSON.parse(event.body))
    .filter((body) => body.conversation_id === id && body.message_id === undefined);
}

test("the conversation with the newest message is first, and pages hold each once", async () => {
  const [first, second, third] = [
    await say("14155556001", "one"),
    await say("14155556002", "two"),
    await say("14155556003", "three"),
  ];
  expect(await idsOf("")).toEqual([third, second, first].map((record) => record.conversation_id));
  await say("14155556001", "four");
  const order = [first, third, second].map((record) => record.conversation_id);
  expect(await idsOf("")).toEqual(order);
  const walked: string[] = [];
  let cursor: string | null = "";
  while (walked.length < 3) {
    const page = await get(`?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
    walked.push(...page.data.map((one: { id: string }) => one.id));
    cursor = page.meta.next_cursor;
  }
  expect(walked).toEqual(order);
  expect(cursor).toBeNull();
});

test("a conversation shows its last message and how long the window is open", async () => {
  const before = await say("14155556004", "x".repeat(200));
  const opened = await get(`/${before.conversation_id}`);
  expect(opened).toMatchObject({ status: "open", assignee_id: null, service_window_until: null });
  expect(opened.last_message.preview).toBe(`${"x".repeat(119)}…`);
  const heard = await hear("14155556004", "Is it ready?");
  const { last_message, last_inbound_at, service_window_until, service_window } = await get(
    `/${before.conversation_id}`,
  );
  // the channel of these tests leaves it to WhatsApp
  expect(service_window).toBeNull();
  expect(last_message).toMatchObject({ id: heard.id, direction: "inbound", preview: "Is it ready?" });
  expect(Date.parse(service_window_until) - Date.parse(last_inbound_at)).toBe(24 * 3600_000);
});

test("status and assignment are changed, and reported once each", async () => {
  const { conversation_id: id } = await say("14155556005", "Hello");
  const [user] = await waypost.sql`select id from users`;
  const closed = await patch(id, { status: "closed", assignee_id: user?.id });
  expect([closed.status, closed.body.status, closed.body.assignee_id]).toEqual([200, "closed", user?.id]);
  await patch(id, { status: "closed" });
  await patch(id, { assignee_id: null });
  expect(await eventsOf(id)).toEqual(
    [user?.id, null].map((assignee_id) => ({
      conversation_id: id,
      status: "closed",
      assignee_id,
      team_id: null,
      archived: false,
      channel_id: waypost.channelId,
      organization_id: waypost.organizationId,
    })),
  );
});

test("who is logged in assigns to themselves by `me`", async () => {
  const { conversation_id: id } = await say("14155556016", "Hello");
  const me = await newUser(waypost);
  const assigned = await me.call("PATCH", `/v1/conversations/${id}`, { assignee_id: "me" });
  expect([assigned.status, assigned.body.assignee_id]).toEqual([200, me.id]);
});

test.each([
  ["an unknown status", { status: "gone" }],
  ["nothing", {}],
  ["`me` by an API key, who is no user", { assignee_id: "me" }],
  ["somebody who is no user", { assignee_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11" }],
])("a change to %s is refused", async (_, body) => {
  const { conversation_id: id } = await say("14155556006", "Hello");
  expect((await patch(id, body)).status).toBe(422);
  expect(await eventsOf(id)).toEqual([]);
});

test("each filter leaves what it names", async () => {
  const mine = await say("14155556007", "Hello");
  const id = mine.conversation_id;
  const [user] = await waypost.sql`select id from users`;
  await patch(id, { status: "snoozed", assignee_id: user?.id });
  const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
  const earlier = encodeURIComponent(mine.created_at);
  expect(await idsOf("status=snoozed")).toEqual([id]);
  expect(await idsOf(`assignee_id=${user?.id}`)).toEqual([id]);
  expect(await idsOf(`contact_id=${mine.contact_id}`)).toEqual([id]);
  expect(await idsOf(`contact_id=${mine.contact_id}&status=open`)).toEqual([]);
  expect(await idsOf(`channel_id=${waypost.channelId}`)).toContain(id);
  expect(await idsOf("channel_id=ch_other")).toEqual([]);
  expect(await idsOf("status=open")).not.toContain(id);
  expect(await idsOf(`updated_after=${earlier}`)).toEqual([id]);
  expect(await idsOf(`updated_after=${later}`)).toEqual([]);
});

test("a key of other channels sees nothing of it", async () => {
  const { conversation_id: id } = await say("14155556008", "Hello");
  const key = await makeKey(waypost, ["messages:read", "messages:send"], ["ch_other"]);
  const restricted = caller(waypost.url, key);
  expect((await restricted("GET", "/v1/conversations")).body.data).toEqual([]);
  expect((await restricted("GET", `/v1/conversations/${id}`)).status).toBe(404);
  expect((await restricted("PATCH", `/v1/conversations/${id}`, { status: "closed" })).status).toBe(404);
});

test("a channel that keeps to the service window shows whether it is open", async () => {
  const { conversation_id: id } = await say("14155556009", "Hello");
  const settings = { service_window: "enforce" };
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings });
  expect((await get(`/${id}`)).service_window).toBe("closed");
  await hear("14155556009", "Hi");
  expect((await get(`/${id}`)).service_window).toBe("open");
});
