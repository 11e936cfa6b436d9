/** `GET /v1/overview` of a real daemon with traffic, backlogs and failures. */
import { afterAll, expect, test } from "bun:test";
import { laneDepths } from "../../db/overview/overview.ts";
import { emit } from "../events/support.ts";
import { type ApiDocument, createComplaints } from "../http/openapi-document.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import {
  changeEndpoint,
  makeChannel,
  makeEndpoint,
  type Overview,
  overviewWhen,
  receiveFrom,
  sendTo,
  UNDELIVERABLE,
  UNREAD,
} from "./support.ts";

const waypost = sharedDaemon();
const well = startReceiver();
const unwell = startReceiver(() => new Response("out of order", { status: 503 }));
afterAll(async () => {
  await Promise.all([well.stop(), unwell.stop()]);
});

const read = async (key = waypost.key): Promise<Overview> =>
  (await caller(waypost.url, key)("GET", "/v1/overview")).body;

test("a daemon with nothing to do shows its channel and an empty lane", async () => {
  const { channels, channel_statuses, lanes, rates, webhooks, endpoints, errors } = await read();
  expect(channel_statuses).toEqual({ connected: 1 });
  expect(channels).toMatchObject([{ id: waypost.channelId, status: "connected", paused: false, waiting: 0 }]);
  expect(lanes).toMatchObject([
    { kind: "channel", lane_id: waypost.channelId, name: "Sandbox", state: "idle" },
  ]);
  expect(rates).toMatchObject({ window_seconds: 60, accepted: 0, sent: 0, received: 0 });
  expect(webhooks).toMatchObject({ lag_seconds: 0, p50_ms: null });
  expect([endpoints, errors]).toEqual([[], []]);
});

test("messages are counted by their results, and those that failed are shown with their code", async () => {
  await waypost.until(await sendTo(waypost, "14155550100"), "read");
  // that a message is read may be reported before its delivery, which is then no news
  await waypost.until(await sendTo(waypost, UNREAD), "delivered");
  const failed = await sendTo(waypost, UNDELIVERABLE);
  await waypost.until(failed, "failed");
  await receiveFrom(waypost, "14155550101");
  const { rates, errors } = await overviewWhen(waypost, (one) => one.rates?.received === 1);
  expect(rates).toMatchObject({ accepted: 3, read: 1, failed: 1, received: 1 });
  expect(rates?.delivered).toBeWithin(1, 3);
  expect(rates?.sent).toBeWithin(2, 4);
  expect(errors).toMatchObject([
    { kind: "message", id: failed, channel_id: waypost.channelId, name: "Sandbox" },
  ]);
  expect(errors[0]?.code).toMatch(/^[a-z_]+$/);
  expect(errors[0]?.detail).toBeString();
});

test("waiting messages are shown at their channel and lane, with since when", async () => {
  const quiet = await makeChannel(waypost, "Quiet");
  await waypost.call("PATCH", `/v1/channels/${quiet}`, { settings: { paused: true } });
  const first = await sendTo(waypost, "14155550102", quiet);
  await sendTo(waypost, "14155550103", quiet);
  const acceptedAt = Date.parse((await waypost.call("GET", `/v1/messages/${first}`)).body.created_at);
  const { channels, channel_statuses, lanes } = await read();
  expect(channel_statuses).toEqual({ connected: 1, paused: 1 });
  expect(channels[0]).toMatchObject({ id: quiet, paused: true, waiting: 2, counted_all: true });
  expect(lanes[0]).toMatchObject({ kind: "channel", lane_id: quiet, state: "paused", waiting: 2 });
  expect(Math.abs(Date.parse(lanes[0]?.oldest_due_at ?? "") - acceptedAt)).toBeLessThan(1000);
  expect(await laneDepths(waypost.sql, waypost.organizationId, [quiet], 1)).toMatchObject([
    { waiting: 1, counted_all: false },
  ]);
});

test("endpoints that fail come first, with what they answered and when they are tried next", async () => {
  const good = await makeEndpoint(waypost, well.url);
  const bad = await makeEndpoint(waypost, unwell.url);
  for (let n = 0; n < 12; n++) await emit(waypost.sql, waypost.organizationId, { n });
  const isSettled = ({ endpoints, webhooks }: Overview) =>
    endpoints?.[0]?.state === "resting" && (webhooks?.succeeded ?? 0) >= 12;
  const { endpoints, lanes, webhooks, errors } = await overviewWhen(waypost, isSettled);
  expect(endpoints).toMatchObject([
    { id: bad, last_status: 503, last_error: "the endpoint responded with 503" },
    { id: good, state: "ok", failing_since: null, last_error: null, failures: 0 },
  ]);
  expect(lanes.map(({ state }) => state)).toContain("resting");
  const [{ failures = 0, resumes_at, failing_since } = {}] = endpoints ?? [];
  expect(failures).toBeGreaterThanOrEqual(10);
  expect(Date.parse(resumes_at ?? "")).toBeGreaterThan(Date.parse(failing_since ?? ""));
  expect(webhooks?.p99_ms ?? 0).toBeGreaterThanOrEqual(webhooks?.p50_ms ?? Number.NaN);
  expect(errors[0]).toMatchObject({
    ...{ kind: "delivery", endpoint_id: bad, name: unwell.url, code: "503" },
    detail: "message.sent: the endpoint responded with 503",
  });
  await changeEndpoint(waypost, bad, { enabled: false });
  expect((await read()).endpoints).toMatchObject([{ state: "paused" }, { state: "ok" }]);
});

test("an endpoint that its failures disabled, and one that is tried again, are distinguished", async () => {
  const id = await makeEndpoint(waypost, well.url);
  const stateOf = async () => (await read()).endpoints?.find((one) => one.id === id)?.state;
  await waypost.sql`update webhook_endpoints set failures = 10, failing_since = now() where id = ${id}`;
  expect(await stateOf()).toBe("probing");
  await waypost.sql`update webhook_endpoints set failures = 1 where id = ${id}`;
  expect(await stateOf()).toBe("failing");
  await waypost.sql`update webhook_endpoints set enabled = false, disabled_reason = 'gone' where id = ${id}`;
  expect(await stateOf()).toBe("disabled");
});

test("a key sees what its permissions let it see", async () => {
  const bare = await read(await makeKey(waypost, ["channels:read"]));
  expect(bare).toMatchObject({ rates: null, webhooks: null, endpoints: null, errors: [] });
  expect(bare.channels).toHaveLength(2);
  const reading = await read(await makeKey(waypost, ["channels:read", "messages:read"]));
  expect(reading).toMatchObject({ rates: { window_seconds: 60 }, endpoints: null });
  expect(reading.errors.every(({ kind }) => kind === "message")).toBe(true);
  const without = await caller(waypost.url, await makeKey(waypost, ["messages:read"]))("GET", "/v1/overview");
  expect(without.status).toBe(403);
});

test("a key for some channels sees nothing of the others", async () => {
  const other = await makeChannel(waypost, "Other");
  const own = await makeEndpoint(waypost, well.url, { channels: [other] });
  const everything = ["channels:read", "messages:read", "webhooks:manage"];
  const seen = await read(await makeKey(waypost, everything, [other]));
  expect(seen.channels).toMatchObject([{ id: other }]);
  expect(seen.lanes.map(({ lane_id }) => lane_id)).toEqual([other, own]);
  expect(seen.endpoints).toMatchObject([{ id: own }]);
  expect(seen.rates).toMatchObject({ accepted: 0, sent: 0, received: 0 });
  expect(seen.errors).toEqual([]);
});

test("a body that Postgres cannot read is left out, and no more", async () => {
  const body = '{"status":"failed","metadata":{"a":"\\u0000"}}';
  await waypost.sql`
    select emit_events(array[row(${waypost.organizationId}, null, 'message.status_update', ${body})::event_input])`;
  expect((await waypost.call("GET", "/v1/overview")).status).toBe(200);
});

test("the answer is as the document describes it", async () => {
  const document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  const described = document.paths["/v1/overview"]?.get?.responses["200"]?.content?.["application/json"];
  expect(createComplaints(document)(described?.schema ?? {}, await read())).toBeNull();
});
