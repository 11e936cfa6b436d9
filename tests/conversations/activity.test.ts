/** Who views a conversation and who types, as colleagues hear it at any daemon; nothing of it is stored. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createPresentPeople } from "../../daemon/conversations/activity/present.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { emit, openStream, type Stream } from "../events/support.ts";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let other: Daemon;
let conversationId: string;

type Present = { name: string; state: string };
type Body = { conversation_id: string; users: Present[] };

beforeAll(async () => {
  const { config, databaseUrl, secrets } = waypost;
  other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
  conversationId = await written("14155563001");
});
afterAll(() => other.stop());

/** The conversation of somebody who wrote. */
async function written(from: string): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  await take(waypost, {
    messages: [{ from, id: `wamid.activity.${from}`, timestamp, type: "text", text: { body: "Hi" } }],
  });
  return (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
}

const say = (state: string, { url = waypost.url, key = waypost.key, id = conversationId } = {}) =>
  caller(url, key)("PUT", `/v1/conversations/${id}/activity`, { state });

/** What a stream was told (conditions on it stay true: the stream looks again when it ends) of who is in a conversation, oldest first. */
const told = ({ events }: Stream, id = conversationId) =>
  events
    .filter(({ event }) => event === "conversation.activity")
    .map(({ data }) => data.body as unknown as Body)
    .filter(({ conversation_id }) => conversation_id === id)
    .map(({ users }) => users.map(({ state }) => state).join());

const listen = (url: string, key = waypost.key, query = "") =>
  openStream(url, key, { query: `include_activity=true${query}` });

test("colleagues hear at any daemon who views, types and leaves, and only what is new", async () => {
  const streams = [await listen(waypost.url), await listen(other.url)];
  expect(await say("viewing")).toMatchObject({
    status: 200,
    body: { conversation_id: conversationId, users: [{ state: "viewing" }] },
  });
  const hear = async (...states: string[]) => {
    for (const stream of streams) await stream.until(() => told(stream).length >= states.length);
    expect(streams.map((stream) => told(stream))).toEqual([states, states]);
  };
  await hear("viewing");
  await say("viewing");
  await say("typing", { url: other.url });
  await hear("viewing", "typing");
  await say("left");
  await hear("viewing", "typing", "");
  for (const stream of streams) stream.close();
});

test("several are there at once, and who has just come is answered who", async () => {
  const colleague = await makeKey(waypost, ["messages:read"]);
  const stream = await listen(other.url);
  await say("viewing");
  await stream.until(() => told(stream).includes("viewing"));
  const { body } = await say("typing", { url: other.url, key: colleague });
  expect(body.users.map(({ state }: Present) => state).toSorted()).toEqual(["typing", "viewing"]);
  expect(body.users.map(({ name }: Present) => name)).toContain("test");
  await stream.until(() => told(stream).some((states) => states.includes(",")));
  stream.close();
});

test("it is in no log, has no position, and a stream goes on from the event before it", async () => {
  const stream = await listen(waypost.url);
  await emit(waypost.sql, waypost.organizationId, { n: 1 });
  await stream.until(() => stream.numbers().includes(1));
  const before = stream.lastId();
  const id = await written("14155563002");
  await stream.until(() => stream.events.some(({ event }) => event === "message.new"));
  const last = stream.lastId();
  await say("typing", { id });
  await stream.until(() => told(stream, id).length >= 1);
  expect(stream.events.at(-1)?.data.id).toBeUndefined();
  expect(stream.lastId()).toBe(last);
  stream.close();
  const { body } = await waypost.call("GET", `/v1/events?after=${before}&limit=100`);
  const types = body.data.map(({ type }: { type: string }) => type);
  expect(types).toContain("message.new");
  expect(types).not.toContain("conversation.activity");
  const resumed = await openStream(waypost.url, waypost.key, {
    query: "include_activity=true",
    lastId: last,
  });
  await emit(waypost.sql, waypost.organizationId, { n: 2 });
  await resumed.until(() => resumed.numbers().includes(2));
  expect(resumed.events.map(({ event }) => event)).not.toContain("message.new");
  resumed.close();
});

test("who may not read the conversation hears nothing, and neither do streams that did not ask", async () => {
  const elsewhere = await makeKey(waypost, ["messages:read", "events:read"], ["ch_other"]);
  const wishes = { name: "Strangers", email: "stranger@example.com" };
  const stranger = await addOrganization(waypost.sql, waypost.secrets, wishes);
  const deaf = [
    await listen(waypost.url, elsewhere),
    await listen(waypost.url, waypost.key, "&channel_id=ch_other"),
    await openStream(waypost.url, waypost.key),
    await listen(waypost.url, stranger.api_key),
  ];
  const id = await written("14155563003");
  const heard = await listen(waypost.url);
  await say("viewing", { id });
  await heard.until(() => told(heard, id).length >= 1);
  for (const organization of [waypost.organizationId, stranger.organization_id])
    await emit(waypost.sql, organization, { n: 3 }, { channelId: "ch_other" });
  for (const stream of deaf) {
    await stream.until(() => stream.numbers().includes(3));
    expect(told(stream, id)).toEqual([]);
    stream.close();
  }
  heard.close();
});

test("nobody says it of a conversation that they may not read", async () => {
  expect(await say("typing", { id: "cv_none" })).toMatchObject({ status: 404 });
  const elsewhere = await makeKey(waypost, ["messages:read"], ["ch_other"]);
  expect(await say("typing", { key: elsewhere })).toMatchObject({ status: 404 });
  const writer = await makeKey(waypost, ["messages:send", "events:read"]);
  const refused = { status: 403, body: { code: "missing_permission", permission: "messages:read" } };
  expect(await say("typing", { key: writer })).toMatchObject(refused);
  const stream = await caller(waypost.url, writer)("GET", "/v1/events/stream?include_activity=true");
  expect(stream).toMatchObject(refused);
  expect(await say("dancing")).toMatchObject({ status: 422 });
});

test("who says it too often is refused until a moment later, and others are not", async () => {
  const key = await makeKey(waypost, ["messages:read"]);
  const answers = await Promise.all(Array.from({ length: 40 }, () => say("typing", { key })));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused).toMatchObject({ body: { code: "rate_limited" } });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
  expect((await say("viewing")).status).toBe(200);
});

test("who says nothing more is gone after a while", async () => {
  const id = await written("14155563004");
  const stream = await listen(other.url);
  await say("typing", { id });
  await stream.until(() => told(stream, id).join() === "typing,");
  stream.close();
});

test("what somebody still does is no news, what they do otherwise is", () => {
  const place = { organizationId: "org_1", channelId: "ch_1", conversationId: "cv_1" };
  const news: string[] = [];
  const people = createPresentPeople(() =>
    news.push(
      people
        .of(place)
        .map(({ state }) => state)
        .join(),
    ),
  );
  for (const state of ["viewing", "viewing", "typing", "typing", null] as const)
    people.note({ place, id: "usr_1", name: "Ada", state });
  people.clear();
  expect(news).toEqual(["viewing", "typing", ""]);
});
