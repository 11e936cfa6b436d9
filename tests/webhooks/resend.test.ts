/** Test deliveries, triggered events, and retries, through the API of a whole daemon. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { emitTexts } from "./emit.ts";
import { startReceiver, verifyDelivery } from "./receiver.ts";

const BASE = "/v1/settings/developer/webhooks";
const waypost = sharedDaemon();
let receiver: ReturnType<typeof startReceiver>;
let endpoint: { id: string; secret: string };
let failing = new Set<string>();
let began = "";

beforeAll(async () => {
  receiver = startReceiver((nth) => {
    const { body } = receiver.received[nth] ?? { body: "" };
    return new Response("x", { status: failing.has(body) ? 500 : 200 });
  });
});
beforeEach(async () => {
  await waypost.sql`delete from webhook_endpoints`;
  receiver.received.length = 0;
  failing = new Set();
  began = new Date().toISOString();
  endpoint = (await post("/endpoints", { url: receiver.url, filterTypes: ["contact.updated"] })).body;
});
afterAll(() => receiver.stop());

const emit = (texts: string[], type?: string) => emitTexts(waypost, texts, type);
const post = (path: string, body?: unknown) => waypost.call("POST", BASE + path, body);
const bodies = () => receiver.received.map(({ body }) => body).sort();

async function deliveries(query = ""): Promise<{ message_id: string; status: string; trigger: string }[]> {
  return (await waypost.call("GET", `${BASE}/deliveries?limit=100&endpoint_id=${endpoint.id}${query}`)).body
    .data;
}

/** Emits events of which some fail, and waits until each was tried. */
async function emitFailing(texts: string[], failed: string[]): Promise<void> {
  failing = new Set(failed);
  await emit(texts);
  await until(async () => (await deliveries("&status=succeeded")).length === texts.length - failed.length);
  await until(async () => (await deliveries("&status=failed")).length === failed.length);
  failing = new Set();
  receiver.received.length = 0;
}

test("a test delivery brings the event's example, said to be a test, whatever is subscribed to", async () => {
  const { status, body } = await post(`/endpoints/${endpoint.id}/test`, {
    event_type: "message.status_update",
  });
  expect(status).toBe(202);
  expect(body).toMatchObject({ endpoint_id: endpoint.id, trigger: "test", status: "pending", attempt: 1 });
  await until(() => receiver.received.length === 1);
  const [delivery] = receiver.received;
  verifyDelivery(endpoint.secret, delivery as never);
  expect(delivery?.headers).toMatchObject({
    "webhook-id": body.message_id,
    "webhook-event-type": "message.status_update",
  });
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    test: true,
    status: "delivered",
    organization_id: waypost.organizationId,
  });
  await until(async () => {
    const { body: shown } = await waypost.call("GET", `${BASE}/deliveries/${body.id}`);
    return shown.status === "succeeded" && shown.response_status === 200;
  });
});

test("a test of an event that does not exist is refused, of a disabled endpoint too", async () => {
  const unknown = await post(`/endpoints/${endpoint.id}/test`, { event_type: "message.invented" });
  expect([unknown.status, unknown.body.errors[0].path]).toEqual([422, "/event_type"]);
  await waypost.call("PATCH", `${BASE}/endpoints/${endpoint.id}`, { enabled: false });
  expect((await post(`/endpoints/${endpoint.id}/test`)).body.code).toBe("endpoint_disabled");
});

test("a triggered event goes once to those who subscribe to it", async () => {
  const second = (await post("/endpoints", { url: receiver.url })).body;
  const { status, body } = await post("/trigger", { event_type: "crm.record.created" });
  expect(status).toBe(202);
  expect(body.data.map((row: { endpoint_id: string }) => row.endpoint_id)).toEqual([second.id]);
  await until(() => receiver.received.length === 1);
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(body.message_id);
  const [row] = await waypost.sql`select type, test from events where id = ${body.message_id}`;
  expect({ ...row }).toEqual({ type: "crm.record.created", test: true });
});

test("a triggered event has members in place of the example's, but for whose it is and that it is a test", async () => {
  const overrides = { text: "Hi" };
  const first = await post("/trigger", { event_type: "contact.updated", overrides });
  expect(first.status).toBe(422);
  expect(first.body.errors[0].path).toBe("/overrides/text");
  const error = { code: "expired", title: "Expired", retryable: false };
  const event_type = "message.status_update";
  await waypost.call("PATCH", `${BASE}/endpoints/${endpoint.id}`, { filterTypes: [event_type] });
  const { status } = await post("/trigger", {
    event_type,
    overrides: { status: "failed", error: { code: "expired", title: "Expired" } },
  });
  expect(status).toBe(202);
  await until(() => receiver.received.length === 1);
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    ...{ status: "failed", error, msg_type: "text", test: true, organization_id: waypost.organizationId },
  });
});

test.each([
  [{ status: "lost" }, "/overrides/status"],
  [{ to: 5 }, "/overrides/to"],
  [{ test: false }, "/overrides/test"],
  [{ organization_id: "org_other" }, "/overrides/organization_id"],
  [{ constructor: 1 }, "/overrides/constructor"],
  [{ to: "\u0000" }, "/overrides"],
])("%j can't be put into a triggered event", async (overrides, path) => {
  const { status, body } = await post("/trigger", { event_type: "message.status_update", overrides });
  expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
});

test("a retry brings the waiting attempt forward: the event comes once, however often it is requested", async () => {
  await emitFailing(['{"n":1}'], ['{"n":1}']);
  const [failed] = await deliveries("&status=failed");
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(`/deliveries/${failed?.message_id}/retry`)),
  );
  expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202, 202, 202]);
  await until(async () => (await deliveries("&status=succeeded")).length === 1);
  expect(await deliveries("&status=pending")).toEqual([]);
  expect(bodies()).toEqual(['{"n":1}']);
  expect((await deliveries("&status=succeeded"))[0]?.trigger).toBe("manual");
});

test("an event that an endpoint has taken is sent again only when that endpoint is named", async () => {
  await emitFailing(['{"n":1}'], []);
  const [done] = await deliveries();
  expect((await post(`/deliveries/${done?.message_id}/retry`)).body).toEqual({ data: [] });
  const named = await post(`/deliveries/${done?.message_id}/retry`, { endpoint_id: endpoint.id });
  expect(named.body.data).toHaveLength(1);
  await until(() => receiver.received.length === 1);
});

test("a retry of another organisation's event, or of none, is not found", async () => {
  const foreign = await waypost.sql`
    insert into events (organization_id, id, position, type, body, created_at)
    values ('org_other', prefixed_id('evt'), event_position('org_other'), 'contact.updated', '{}', now()) returning id`;
  for (const id of [foreign[0]?.id, "evt_none"]) {
    expect((await post(`/deliveries/${id}/retry`)).status).toBe(404);
  }
});

test("a key for another channel replays and retries nothing of this one", async () => {
  const key = await makeKey(waypost, ["webhooks:manage"], [waypost.channelId]);
  const limited = caller(waypost.url, key);
  const own = { url: receiver.url, channels: [waypost.channelId] };
  const { body: mine } = await limited("POST", `${BASE}/endpoints`, own);
  await waypost.sql`
    select emit_events(array[row(${waypost.organizationId}::text, 'ch_other', 'message.new', '{}')::event_input])`;
  const [event] = await waypost.sql`select id from events where channel_id = 'ch_other'`;
  const retried = await limited("POST", `${BASE}/deliveries/${event?.id}/retry`, { endpoint_id: mine.id });
  expect(retried.status).toBe(404);
  const dry = { since: began, dry_run: true, status: "all", event_types: ["message.new"] };
  const { body: replay } = await limited("POST", `${BASE}/deliveries/replay`, dry);
  const record = async () => (await limited("GET", `${BASE}/deliveries/replays/${replay.id}`)).body;
  await until(async () => (await record()).status === "done");
  expect((await record()).matched).toBe(0);
});

test("a paused endpoint keeps what waits and what happens meanwhile, and gets it when it is resumed", async () => {
  const set = (enabled: boolean) => waypost.call("PATCH", `${BASE}/endpoints/${endpoint.id}`, { enabled });
  await set(false);
  await emit(['{"n":1}', '{"n":2}']);
  expect(await deliveries("&status=pending")).toHaveLength(2);
  expect(receiver.received).toEqual([]);
  await set(true);
  await until(() => receiver.received.length === 2);
  expect(bodies()).toEqual(['{"n":1}', '{"n":2}']);
});
