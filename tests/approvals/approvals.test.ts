/** What an agent's key sends waits for a person, and is sent as it was shown, once. */
import { expect, test } from "bun:test";
import { receiveFrom } from "../overview/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually, until } from "../support/until.ts";
import { agentOf, sentTo } from "./support.ts";

const waypost = sharedDaemon();

const approve = (id: string) => waypost.call("POST", `/v1/approvals/${id}/approve`);
const refuse = (id: string, body: object = {}) => waypost.call("POST", `/v1/approvals/${id}/refuse`, body);
const eventsOf = async (id: string) => {
  const { body } = await waypost.call("GET", "/v1/events?type=approval.requested,approval.decided&limit=100");
  return body.data
    .filter(({ body }: { body: { approval_id: string } }) => body.approval_id === id)
    .map(({ type, body }: { type: string; body: { status: string } }) => `${type} ${body.status}`);
};

test("a send waits, says so, and nothing is sent", async () => {
  const { send, id } = await agentOf(waypost);
  const { status, body } = await send("14155560001", { metadata: { order: "1" } });
  expect([status, body.status]).toEqual([202, "waiting"]);
  expect(body.approval).toMatchObject({
    id: body.id,
    status: "waiting",
    requested_by: { key_id: id, name: "Robot" },
    message: { to: "14155560001", type: "text", content: { body: "Hello" }, metadata: { order: "1" } },
    preview: { text: "Hello" },
    decided_by: null,
  });
  expect(await sentTo(waypost, "14155560001")).toEqual([]);
  expect(await eventsOf(body.id)).toEqual(["approval.requested waiting"]);
});

test("approved, it is sent as it was shown, once, however often and by however many it is approved", async () => {
  const { send } = await agentOf(waypost);
  const content = { body: "Prüfe  «das» \u200b🙂\n1.0", preview_url: false };
  const { body } = await send("14155560002", { content });
  const answers = await Promise.all(Array.from({ length: 8 }, () => approve(body.id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const [message, ...others] = await sentTo(waypost, "14155560002");
  expect(others).toEqual([]);
  expect(message?.content).toEqual(content);
  expect(new Set(answers.map(({ body }) => body.message_id))).toEqual(new Set([message?.id]));
  await until(async () => (await waypost.call("GET", `/v1/approvals/${body.id}`)).body.status === "sent");
  expect(await eventsOf(body.id)).toEqual(["approval.requested waiting", "approval.decided approved"]);
  const { body: audit } = await waypost.call("GET", "/v1/audit?action=approval.approved");
  expect(audit.data.filter(({ target }: { target: { id: string } }) => target.id === body.id)).toHaveLength(
    1,
  );
});

test("refused with words, it can't be approved any more, and the agent reads why", async () => {
  const { send, call } = await agentOf(waypost);
  const { body } = await send("14155560003");
  const refused = await refuse(body.id, { reason: "We are closed." });
  expect(refused.body).toMatchObject({
    status: "refused",
    reason: "We are closed.",
    decided_by: { kind: "key" },
  });
  expect((await refuse(body.id)).body.reason).toBe("We are closed.");
  const late = await approve(body.id);
  expect([late.status, late.body.code]).toEqual([409, "approval_decided"]);
  expect((await call("GET", `/v1/approvals/${body.id}`)).body.reason).toBe("We are closed.");
  expect(await sentTo(waypost, "14155560003")).toEqual([]);
});

test("past its end it is expired, for who reads it, who approves it, and in the events", async () => {
  const { send } = await agentOf(waypost);
  const { body } = await send("14155560004", { expires_at: new Date(Date.now() + 86_000_000).toISOString() });
  await waypost.sql`update approvals set expires_at = now() where id = ${body.id}`;
  expect((await waypost.call("GET", `/v1/approvals/${body.id}`)).body.status).toBe("expired");
  const late = await approve(body.id);
  expect([late.status, late.body.code]).toEqual([409, "approval_expired"]);
  await until(async () => (await eventsOf(body.id)).includes("approval.decided expired"));
  expect(await sentTo(waypost, "14155560004")).toEqual([]);
});

test("it ends when the message is due, or when the window closes in which it may be sent", async () => {
  const { send } = await agentOf(waypost);
  const scheduled_at = new Date(Date.now() + 7_200_000).toISOString();
  const later = await send("14155560011", { scheduled_at });
  expect(later.body.approval).toMatchObject({ expires_at: scheduled_at, message: { scheduled_at } });
  await receiveFrom(waypost, "14155560012");
  await until(
    async () => (await waypost.sql`select from conversations where last_inbound_at is not null`).count > 0,
  );
  const [{ at }] = await waypost.sql<[{ at: Date }]>`
    update conversations set last_inbound_at = now() - interval '23 hours' where last_inbound_at is not null
    returning last_inbound_at + interval '24 hours' as at`;
  const strict = { settings: { service_window: "enforce" } };
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, strict);
  const open = await send("14155560012");
  expect(Math.abs(Date.parse(open.body.approval.expires_at) - at.getTime())).toBeLessThan(2);
  expect((await send("14155560013")).body.code).toBe("outside_service_window");
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, {
    settings: { service_window: "provider" },
  });
});

test("a repeated request is the same approval, and counts once", async () => {
  const { send } = await agentOf(waypost, { messages_per_hour: 1 });
  const once = { "idempotency-key": "approval once" };
  const [first, second] = [await send("14155560005", {}, once), await send("14155560005", {}, once)];
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect((await send("14155560005")).body.code).toBe("agent_limit");
  // what was asked counts, not that it was sent
  expect((await approve(first.body.id)).body.status).toBe("approved");
});

test("only messages to new people wait where the guard says so", async () => {
  const { send } = await agentOf(waypost, { approval: "new_people" });
  const first = await send("14155560006");
  expect(first.status).toBe(202);
  expect((await send("14155560006")).status).toBe(202);
  await approve(first.body.id);
  expect((await send("14155560006")).status).toBe(201);
  expect((await send("14155560007", { dry_run: true })).body.status).toBe("waiting");
});

test("an agent sees only what it asked for, and decides nothing", async () => {
  const [one, other] = [await agentOf(waypost), await agentOf(waypost)];
  const { body } = await one.send("14155560008");
  expect((await other.call("GET", `/v1/approvals/${body.id}`)).status).toBe(404);
  expect((await other.call("GET", "/v1/approvals")).body.data).toEqual([]);
  const waiting = await one.call("GET", "/v1/approvals?status=waiting");
  expect(waiting.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  expect((await one.call("POST", `/v1/approvals/${body.id}/approve`)).status).toBe(403);
  const agent = { recipients: "anyone", approval: "always" };
  const made = await waypost.call("POST", "/v1/api-keys", {
    ...{ name: "Robot", permissions: ["messages:send", "approvals:decide"], agent },
  });
  expect(made.status).toBe(422);
});

test("each message of a batch waits by itself", async () => {
  const { call } = await agentOf(waypost, { approval: "new_people" });
  const text = (to: string) => ({ channel_id: waypost.channelId, to, type: "text", content: { body: "Hi" } });
  const known = await waypost.call("POST", "/v1/messages", text("14155560009"));
  expect(known.status).toBe(201);
  const { body } = await call("POST", "/v1/messages/batch", {
    messages: [text("14155560009"), text("14155560010"), text("14155560010")],
  });
  expect(body.data.map(({ status }: { status: number }) => status)).toEqual([201, 202, 202]);
  expect(body.data[1].approval).toMatchObject({ status: "waiting", message: { to: "14155560010" } });
});

test("one is found by its conversation, once there is one", async () => {
  const { send } = await agentOf(waypost);
  const nowhere = (await send("14155560081")).body;
  expect(nowhere.approval.conversation_id).toBeNull();
  for (const from of ["14155560081", "14155560082"]) await receiveFrom(waypost, from);
  const found = async (q: string) => (await waypost.call("GET", `/v1/conversations?q=${q}`)).body.data[0]?.id;
  const idOf = (q: string) => eventually("the conversation", () => found(q));
  const [id, other] = [await idOf("14155560081"), await idOf("14155560082")];
  const list = async (conversation: string) =>
    (await waypost.call("GET", `/v1/approvals?status=waiting&conversation_id=${conversation}`)).body.data;
  expect(await list(id)).toMatchObject([{ id: nowhere.id, conversation_id: id }]);
  expect([await list(other), await list("cv_none")]).toEqual([[], []]);
});
