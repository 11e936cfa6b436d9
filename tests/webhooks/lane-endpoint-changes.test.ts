import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { endLane } from "../../daemon/lanes/lane-end.ts";
import { dropExpired } from "../../db/maintenance/maintenance.ts";
import { deleteEndpoint, updateEndpoint } from "../../db/webhooks/endpoints.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";
import { startReceiver } from "./receiver.ts";

const DAY = 24 * 3_600_000;
let fixture: LaneFixture;
let opened: ReturnType<typeof startReceiver>[] = [];

beforeAll(async () => {
  fixture = await startLaneFixture();
});
afterEach(async () => {
  await fixture.sql`delete from webhook_endpoints`;
  for (const receiver of opened) await receiver.stop();
  opened = [];
});
afterAll(() => fixture.stop());

function receiver(...answer: Parameters<typeof startReceiver>) {
  const started = startReceiver(...answer);
  opened.push(started);
  return started;
}

test("410 disables the endpoint, what waits stays, and enabling it delivers that", async () => {
  const { url, received } = receiver((nth) => new Response(null, { status: nth === 0 ? 410 : 200 }));
  const { id, lane } = await fixture.endpoint({ url, rate: 1 });
  await fixture.emit("message.new", ['{"n":1}']);
  await fixture.deliverDue(lane);
  const [endpoint] =
    await fixture.sql`select enabled, disabled_reason from webhook_endpoints where id = ${id}`;
  expect(endpoint).toMatchObject({ enabled: false, disabled_reason: "the endpoint responded with 410 Gone" });
  const [disabled] = await fixture.sql`select body from events where type = 'endpoint.disabled'`;
  expect(JSON.parse(disabled?.body)).toMatchObject({
    endpoint_id: id,
    reason: "the endpoint responded with 410 Gone",
  });
  expect((await fixture.deliveries(id))[0]).toMatchObject({ status: "exhausted", response_status: 410 });
  expect(await fixture.work.open(lane)).toBeNull();

  await updateEndpoint(fixture.sql, fixture.organizationId, id, { enabled: true });
  await fixture.emit("message.new", ['{"n":2}']);
  await fixture.deliverDue(lane);
  expect(received.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":2}']);
});

test("410 disables the endpoint also when another delivery succeeded at the same time", async () => {
  const { url } = receiver((nth) => new Response(null, { status: nth === 0 ? 410 : 200 }));
  const { id, lane } = await fixture.endpoint({ url });
  // by then it has failed before: only then does a success say anything
  await fixture.sql`update webhook_endpoints set failing_since = now(), failures = 1 where id = ${id}`;
  await fixture.emit("message.new", ["{}", "{}"]);
  const results = await fixture.deliverDue(lane);
  expect(results.map(({ status }) => status).sort()).toEqual(["exhausted", "succeeded"]);
  const [endpoint] = await fixture.sql`select enabled from webhook_endpoints where id = ${id}`;
  expect(endpoint).toEqual({ enabled: false });
});

test("an endpoint that answers 410 to several calls is disabled with one event", async () => {
  const { url } = receiver(() => new Response(null, { status: 410 }));
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}", "{}"]);
  const open = await fixture.work.open(lane);
  for (const item of (await open?.peek([], 2)) ?? [])
    await open?.finish([await open.run(item, new AbortController().signal)]);
  const events = await fixture.sql`
    select from events where type = 'endpoint.disabled' and body::json ->> 'endpoint_id' = ${id}`;
  expect(events).toHaveLength(1);
});

test("an endpoint that is disabled while its lane is open gets nothing more", async () => {
  const { url, received } = receiver();
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ['{"n":1}']);
  const open = await fixture.work.open(lane);
  const items = (await open?.peek([], 10)) ?? [];
  await updateEndpoint(fixture.sql, fixture.organizationId, id, { enabled: false });
  expect(await open?.start(items)).toEqual([]);
  expect(await open?.peek([], 10)).toEqual([]);
  expect(await open?.nextDue()).toBeNull();
  expect(received).toEqual([]);
  expect(await fixture.waiting(id)).toBe(1);
});

test("an endpoint that moves while its lane is open is delivered to at its new address", async () => {
  const [before, after] = [receiver(), receiver()];
  const { id, lane } = await fixture.endpoint({ url: before.url });
  const open = await fixture.work.open(lane);
  await updateEndpoint(fixture.sql, fixture.organizationId, id, { url: after.url });
  await fixture.emit("message.new", ["{}"]);
  const items = (await open?.start((await open?.peek([], 10)) ?? [])) ?? [];
  for (const item of items) await open?.run(item, new AbortController().signal);
  expect(before.received).toEqual([]);
  expect(after.received).toHaveLength(1);
});

test("a success ends the count of failing days, a failure begins it", async () => {
  const { url } = receiver((nth) => new Response(null, { status: nth === 1 ? 200 : 500 }));
  const { id, lane } = await fixture.endpoint({ url });
  const failing = async () => {
    await fixture.emit("message.new", ["{}"]);
    await fixture.deliverDue(lane);
    const [row] = await fixture.sql`select failing_since from webhook_endpoints where id = ${id}`;
    return row?.failing_since !== null;
  };
  expect([await failing(), await failing(), await failing()]).toEqual([true, false, true]);
});

test("only the lane's owner starts deliveries", async () => {
  const { url } = receiver();
  const { lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  const open = await fixture.work.open(lane);
  const items = (await open?.peek([], 10)) ?? [];
  await fixture.sql`update lanes set owner = 'dmn_other' where lane_id = ${lane.laneId}`;
  await expect(open?.start(items)).rejects.toThrow(/not owned/);
});

test("deleting an endpoint has its lane emptied; so has the lane of one that is gone, when it is opened", async () => {
  const { url, received } = receiver();
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  expect(await deleteEndpoint(fixture.sql, fixture.organizationId, id)).toBe(true);
  expect(await endings(id)).toBe(1);
  await endLane(fixture.sql, lane);
  expect(await fixture.waiting(id)).toBe(0);
  expect((await fixture.deliveries(id))[0]).toMatchObject({
    status: "exhausted",
    error: "the endpoint was deleted",
  });

  await fixture.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${fixture.organizationId}, 'endpoint', ${id}, 'dlv_late', 'dlv_late', now())`;
  await fixture.sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where task_identifier = 'end_lane'`;
  expect(await fixture.work.open(lane)).toBeNull();
  expect(await endings(id)).toBe(1);
  await endLane(fixture.sql, lane);
  expect(await fixture.waiting(id)).toBe(0);
  expect(received).toEqual([]);
});

/** Jobs that are planned to empty an endpoint's lane. */
async function endings(id: string): Promise<number> {
  return (await fixture.sql`select from graphile_worker.jobs where key = ${`end_lane:endpoint:${id}`}`).count;
}

test("a failure whose endpoint was deleted meanwhile plans nothing", async () => {
  const { url } = receiver(() => new Response(null, { status: 500 }));
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  const open = await fixture.work.open(lane);
  const items = (await open?.start((await open?.peek([], 10)) ?? [])) ?? [];
  const results = await Promise.all(items.map((item) => open?.run(item, new AbortController().signal)));
  await deleteEndpoint(fixture.sql, fixture.organizationId, id);
  await open?.finish(results.filter((result) => result !== undefined));
  expect(await fixture.waiting(id)).toBe(0);
});

test("an item whose event retention has dropped leaves the lane", async () => {
  const { url } = receiver();
  const { id, lane } = await fixture.endpoint({ url });
  await fixture.emit("message.new", ["{}"]);
  await fixture.sql`delete from events`;
  const open = await fixture.work.open(lane);
  expect(await open?.peek([], 10)).toEqual([]);
  expect(await fixture.waiting(id)).toBe(0);
});

test("a delivery to a paused endpoint goes when its event is past its retention", async () => {
  const { id } = await fixture.endpoint({ url: "https://x.test/" });
  await updateEndpoint(fixture.sql, fixture.organizationId, id, { enabled: false });
  await fixture.emit("message.new", ["{}", "{}"]);
  expect(await fixture.waiting(id)).toBe(2);
  await dropExpired(fixture.sql, 7, new Date(Date.now() + 6 * DAY));
  expect(await fixture.waiting(id)).toBe(2);
  await dropExpired(fixture.sql, 7, new Date(Date.now() + 8 * DAY));
  expect(await fixture.waiting(id)).toBe(0);
});

test.each([
  [1, 1],
  [undefined, 20],
])("an endpoint of concurrency %p has at most %i deliveries out", async (concurrency, most) => {
  const { lane } = await fixture.endpoint({ url: "https://x.test/", ...(concurrency && { concurrency }) });
  expect((await fixture.work.open(lane))?.concurrency()).toBe(most);
});
