/** Replays of deliveries, through the API of a whole daemon. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { startReplay, stepReplay } from "../../db/webhooks/replays.ts";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { emitTexts } from "./emit.ts";
import { startReceiver } from "./receiver.ts";

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

/** Starts a replay and returns its record when it is done. */
async function replayed(range: object) {
  const { status, body } = await post("/deliveries/replay", range);
  expect(status).toBe(202);
  return await ended(body.id);
}

async function ended(id: string) {
  const record = async () => (await waypost.call("GET", `${BASE}/deliveries/replays/${id}`)).body;
  await until(async () => (await record()).status === "done");
  return await record();
}

/** All failures of the endpoint since the test began. */
function everything() {
  const { organizationId } = waypost;
  const range = { organizationId, endpointIds: [endpoint.id], eventTypes: null, channelIds: null };
  return { ...range, status: "failed" as const, since: new Date(began), until: new Date() };
}

async function waiting(): Promise<number> {
  const [row] = await waypost.sql`select count(*) as count from lane_items where lane_id = ${endpoint.id}`;
  return row?.count;
}

/** Events that the endpoint never got, as after a long outage. */
async function pileUp(count: number): Promise<void> {
  await waypost.sql`
    insert into events (organization_id, id, type, body, created_at, position)
    select ${waypost.organizationId}, prefixed_id('evt'), 'contact.updated', '{}', now(), event_position(${waypost.organizationId})
    from generate_series(1, ${count}::integer)`;
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

test("a replay delivers what failed and nothing that succeeded; a dry run only counts it", async () => {
  const texts = Array.from({ length: 30 }, (_, n) => JSON.stringify({ n }));
  const failed = texts.slice(0, 12);
  await emitFailing(texts, failed);
  expect(await replayed({ since: began, dry_run: true })).toMatchObject({ matched: 12, succeeded: 0 });
  expect(receiver.received).toEqual([]);

  const replay = await replayed({ since: began });
  expect(bodies()).toEqual(failed.sort());
  expect(replay).toMatchObject({ progress: 1, matched: 12, queued: 12, succeeded: 12, exhausted: 0 });
  expect(await replayed({ since: began, dry_run: true })).toMatchObject({ matched: 0 });
});

test("a replay without an end goes to the newest event, also by a daemon whose clock is behind the database's", async () => {
  await emitFailing(['{"n":1}', '{"n":2}'], ['{"n":2}']);
  const { status, body } = await withClockAhead(-HOUR_MS, () =>
    post("/deliveries/replay", { since: began, dry_run: true }),
  );
  expect(status).toBe(202);
  const record = await ended(body.id);
  expect(record).toMatchObject({ matched: 1, since: began });
  expect(Date.parse(record.until)).toBeGreaterThan(Date.parse(began));
});

test("a replay counts nothing within the request, however much there is", async () => {
  await pileUp(20_000);
  const { status, body } = await post("/deliveries/replay", { since: began });
  expect({ status, body }).toEqual({ status: 202, body: { id: expect.any(String), matched: null } });
  const [row] = await waypost.sql`select matched from webhook_replays where id = ${body.id}`;
  expect(row?.matched).toBeNull();
  await post(`/deliveries/replays/${body.id}/cancel`);
});

test("a step looks at so many events and no more, also when few are wanted", async () => {
  await pileUp(3000);
  await emit(["{}"], "contact.created");
  const id = "rpl_rare";
  const types = ["contact.created"];
  await waypost.sql.begin(async (transaction) => {
    await startReplay(transaction, id, { ...everything(), eventTypes: types, dryRun: true });
    // the steps are made here
    await transaction`select graphile_worker.remove_job(${`replay:${id}`})`;
  });
  const step = () => stepReplay(waypost.sql, waypost.organizationId, id, { events: 1000, due: 1 });
  const steps = [await step(), await step(), await step(), await step(), await step()];
  expect(steps).toEqual(["step", "step", "step", "nothing", "nothing"]);
});

test("a replay that is cancelled queues no more, and what it queued is delivered", async () => {
  await pileUp(8000);
  const { body } = await post("/deliveries/replay", { since: began });
  await until(() => receiver.received.length > 0);
  const cancelled = await post(`/deliveries/replays/${body.id}/cancel`);
  expect(cancelled.body).toMatchObject({ status: "cancelled", matched: null });
  await until(async () => (await waiting()) === 0);
  const { body: after } = await waypost.call("GET", `${BASE}/deliveries/replays/${body.id}`);
  expect(after.queued).toBeLessThan(8000);
  expect(after).toMatchObject({ status: "cancelled", succeeded: after.queued });
});

test("a replay of what succeeded, of some types, of one endpoint, of a range", async () => {
  await emitFailing(['{"n":1}', '{"n":2}'], ['{"n":2}']);
  const count = async (body: object) => (await replayed({ since: began, dry_run: true, ...body })).matched;
  expect(await count({})).toBe(1);
  expect(await count({ status: "succeeded" })).toBe(1);
  expect(await count({ status: "all" })).toBe(2);
  expect(await count({ status: "exhausted" })).toBe(0);
  expect(await count({ event_types: ["message.new"] })).toBe(0);
  expect(await count({ endpoint_id: endpoint.id })).toBe(1);
  expect(await count({ until: began, since: "2020-01-01T00:00:00Z" })).toBe(0);
});

test.each([
  [{ since: "2099-01-01T00:00:00Z" }, 422],
  [{ since: "yesterday" }, 422],
  [{}, 422],
  [{ since: "2020-01-01T00:00:00Z", event_types: ["nonsense"] }, 422],
  [{ since: "2020-01-01T00:00:00Z", status: "pending" }, 422],
  [{ since: "2020-01-01T00:00:00Z", endpoint_id: "ep_none" }, 404],
])("a replay of %j is refused with %i", async (body, status) => {
  expect((await post("/deliveries/replay", body)).status).toBe(status);
});
