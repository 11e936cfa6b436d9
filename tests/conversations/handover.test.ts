/** Meta's agent on a number of ours: what it says and hears is kept, who holds a conversation is known, and can change. */
import { afterEach, expect, test } from "bun:test";
import { eventsOf, take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { metaAgent, seconds } from "./meta-agent.ts";
import { answer, idsOf, newUser } from "./support.ts";

const waypost = sharedDaemon();
afterEach(async () => {
  await waypost.call("PUT", "/v1/settings/inbox", {});
});

const find = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;
const handovers = async (id: string) =>
  (await eventsOf(waypost)).filter(
    ({ type, body }) => type === "conversation.handover" && body.conversation_id === id,
  );
const { tellAgent, agentSays, change } = metaAgent(waypost);

test("what people tell the agent and what it says is kept, once, and nobody waits for it", async () => {
  await waypost.call("PUT", "/v1/settings/inbox", { assign: "round_robin" });
  const user = await newUser(waypost);
  const id = await tellAgent("14155557101");
  const said = await agentSays("14155557101");
  const status = { id: said, status: "delivered", timestamp: seconds(4), recipient_id: "14155557101" };
  const pricing = { billable: true, pricing_model: "PMP", category: "service", type: "regular" };
  await take(waypost, { standby: { statuses: [{ ...status, pricing }] } }, "standby");
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body;
  expect(data.map(({ text }: { text: string }) => text)).toEqual(["Until six.", "Are you open?"]);
  expect(data[0]).toMatchObject({
    ...{ direction: "outbound", status: "delivered", type: "text", content: { body: "Until six." } },
    author: { kind: "meta_agent", id: null, name: null },
  });
  expect(await find(id)).toMatchObject({
    ...{ handled_by: "agent", unanswered: false, waiting_since: null, assignee_id: null, unread_count: 1 },
    contact: { name: "Ada" },
  });
  expect((await handovers(id)).map(({ body }) => [body.handled_by, body.cause])).toEqual([
    ["agent", "message"],
  ]);
  expect(await idsOf(waypost, "handled_by=agent")).toContain(id);
  expect(await idsOf(waypost, "handled_by=business")).not.toContain(id);
  await waypost.call("DELETE", `/v1/users/${user.id}`);
});

test("the same message on both fields is one, and an older one changes no holder", async () => {
  const id = await tellAgent("14155557102", 10, { id: "wamid.twice" });
  const message = { from: "14155557102", id: "wamid.twice", timestamp: seconds(10), type: "text" };
  await take(waypost, { messages: [{ ...message, text: { body: "Are you open?" } }] });
  await change("14155557102", "control_passed");
  await tellAgent("14155557102", 8, { id: "wamid.late" });
  await agentSays("14155557102", 8);
  await change("14155557102", "control_passed");
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body;
  expect(data.map(({ type, direction }: Record<string, string>) => `${direction} ${type}`)).toEqual([
    "outbound text",
    "inbound text",
    "inbound system",
    "inbound text",
  ]);
  expect(await find(id)).toMatchObject({ handled_by: "business", unanswered: true });
  // a message that Meta sent to us says that we hold it, too
  await tellAgent("14155557102", 1);
  expect(await find(id)).toMatchObject({ handled_by: "agent", unanswered: false });
  await take(waypost, {
    messages: [{ ...message, id: "wamid.ours", timestamp: seconds(0), text: { body: "Hi" } }],
  });
  expect(await find(id)).toMatchObject({ handled_by: "business", unanswered: true });
});

test("whom the agent hands over waits from then on, in an open conversation that is somebody's", async () => {
  const id = await tellAgent("14155557103", 30);
  await waypost.call("PATCH", `/v1/conversations/${id}`, { status: "closed" });
  const user = await newUser(waypost);
  await waypost.call("PUT", "/v1/settings/inbox", { assign: "round_robin" });
  await tellAgent("14155557103", 20);
  expect(await find(id)).toMatchObject({ status: "closed", assignee_id: null });
  const summary = { type: "summary", summary: { text: "Ada wants a table." } };
  await change("14155557103", "control_passed", 9, {
    metadata: "asks for a person",
    conversation_context: summary,
  });
  await agentSays("14155557103", 9, { type: "text", text: { body: "I get somebody." } });
  const handed = await find(id);
  expect(handed).toMatchObject({
    handled_by: "business",
    status: "open",
    assignee_id: user.id,
    unanswered: true,
  });
  expect(new Date(handed.waiting_since).getTime() / 1000).toBe(Number(seconds(9)));
  expect((await handovers(id)).at(-1)?.body).toMatchObject({
    ...{ handled_by: "business", cause: "passed", note: "asks for a person", summary: "Ada wants a table." },
  });
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}&limit=2`)).body;
  expect(data[1]).toMatchObject({ type: "system", text: "Handed over by Meta's agent: Ada wants a table." });
  await answer(waypost, id);
  expect(await find(id)).toMatchObject({ unanswered: false });
  await waypost.call("DELETE", `/v1/users/${user.id}`);
});

test("what we send takes the conversation, but a template does not", async () => {
  const id = await tellAgent("14155557104");
  await control(waypost, "templates", {
    name: "hello_agent",
    language: "en_US",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello" }],
  });
  const template = { template: { name: "hello_agent", language: { code: "en_US" } } };
  await waypost.until(await answer(waypost, id, { type: "template", content: template }), "read");
  expect(await find(id)).toMatchObject({ handled_by: "agent" });
  await waypost.until(await answer(waypost, id), "read");
  await until(async () => (await find(id)).handled_by === "business");
  expect((await handovers(id)).map(({ body }) => [body.handled_by, body.cause])).toEqual([
    ["agent", "message"],
    ["business", "sent"],
  ]);
});

test("what is no handover and no echo changes nothing", async () => {
  await take(
    waypost,
    { standby: { message_echoes: [{ id: "wamid.none" }, { message: { to: "1", type: "text" } }, 7] } },
    "standby",
  );
  await take(waypost, { standby: [] }, "standby");
  await take(waypost, { type: "control_passed", control_passed: {} }, "messaging_handovers");
  await change("14155557106", "control_shared");
  expect(await waypost.sql`select from messages where provider_message_id = 'wamid.none'`).toHaveLength(0);
  expect((await waypost.call("GET", "/v1/conversations?q=14155557106")).body.data).toEqual([]);
});

test("somebody takes a conversation over and hands it back, as Meta allows, and it shows who did", async () => {
  await control(waypost, "agent", { escalation_partner: false });
  await control(waypost, "inbound", { from: "14155557107", text: "Hello" });
  const id = await eventually("conversation", async () => (await idsOf(waypost, "q=14155557107"))[0]);
  const path = `/v1/conversations/${id}/handover`;
  const { call, id: user } = await newUser(waypost);
  expect(await call("POST", path, { to: "business" })).toMatchObject({
    status: 422,
    body: { code: "takeover_not_allowed", provider_code: "2494191" },
  });
  await control(waypost, "agent", {});
  expect(await call("POST", path, { to: "business" })).toMatchObject({
    status: 200,
    body: { handled_by: "business" },
  });
  expect((await call("POST", path, { to: "business" })).status).toBe(200);
  expect(await call("POST", path, { to: "agent" })).toMatchObject({
    status: 200,
    body: { handled_by: "agent" },
  });
  expect((await handovers(id)).map(({ body }) => [body.handled_by, body.cause, body.by])).toEqual([
    ["agent", "message", null],
    ["business", "asked", user],
    ["agent", "asked", user],
  ]);
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}&limit=2`)).body;
  expect(data).toMatchObject([
    { text: "Handed over to Meta's agent", author: { kind: "user", id: user, name: "Ada" } },
    { text: "Taken over from Meta's agent", author: { kind: "user", id: user } },
  ]);
  await control(waypost, "agent", { on: false });
});
