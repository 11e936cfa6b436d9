/** How an endpoint that is down is left alone and probed, on a clock that the tests move. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createEndpointWork } from "../../daemon/webhooks/lane.ts";
import { updateEndpoint } from "../../db/webhooks/endpoints.ts";
import { resendEvent } from "../../db/webhooks/resend.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";
import { startReceiver } from "./receiver.ts";

const SECOND = 1000;
let fixture: LaneFixture;
let answer: () => Response;
let receiver: ReturnType<typeof startReceiver>;

beforeAll(async () => {
  fixture = await startLaneFixture({ onClock: true });
  receiver = startReceiver(() => answer());
});
afterEach(async () => {
  await fixture.sql`delete from webhook_endpoints`;
  receiver.received.length = 0;
});
afterAll(async () => {
  await fixture.stop();
  await receiver.stop();
});

const later = (milliseconds: number) => new Date(fixture.now().getTime() + milliseconds);
const down = () => new Response(null, { status: 502 });
const up = () => new Response("ok");
const bodies = (count: number) => Array.from({ length: count }, (_, n) => JSON.stringify({ n }));

async function resumesAt(id: string): Promise<Date | null> {
  const [row] = await fixture.sql`select resumes_at from webhook_endpoints where id = ${id}`;
  return row?.resumes_at ?? null;
}

test("after ten failures nothing is tried for a while, then one at a time, ever less often", async () => {
  answer = down;
  const { lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(50));
  expect(await fixture.deliverDue(lane)).toHaveLength(50);
  expect(await fixture.deliverDue(lane)).toEqual([]);

  const probes = await fixture.until(lane, later(300 * SECOND));
  const waits = probes.slice(1).map((at, nth) => at.getTime() - (probes[nth]?.getTime() ?? 0));
  expect(waits.slice(0, 3).every((wait, nth) => wait >= 8 * SECOND * 2 ** nth - 1)).toBe(true);
  expect(Math.max(...waits)).toBeLessThanOrEqual(72 * SECOND + 1);
  expect(probes.length).toBeWithin(5, 12);
});

test("a success waits to be written with others, unless it shows that the endpoint is back or a person asked for it", async () => {
  answer = down;
  const { lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(1));
  await fixture.deliverDue(lane);
  answer = up;
  const open = await fixture.work.open(lane);
  await fixture.makeDue(lane);
  const [item] = (await open?.peek([], 1)) ?? [];
  if (open === null || item === undefined) throw new Error("nothing is due");
  const result = await open.run(item, new AbortController().signal);
  expect(open.patience?.(result, item)).toBe(0);
  await open.finish([result]);
  expect(open.patience?.(result, item)).toBeGreaterThan(0);
  for (const trigger of ["manual", "test"] as const)
    expect(open.patience?.(result, { ...item, row: { ...item.row, trigger } })).toBe(0);
});

test("what was read before an endpoint failed goes one at a time, too", async () => {
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(3));
  const open = await fixture.work.open(lane);
  const items = (await open?.peek([], 3)) ?? [];
  expect(await open?.start(items)).toHaveLength(3);
  await fixture.sql`update webhook_endpoints set failures = 10 where id = ${id}`;
  expect(await open?.start(items)).toEqual(items.slice(0, 1));
});

test("the first success lets everything go that waits", async () => {
  answer = down;
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(30));
  await fixture.deliverDue(lane);
  answer = up;
  await fixture.moveTo(later(7 * SECOND));
  expect(await fixture.deliverDue(lane)).toHaveLength(1);
  expect(await resumesAt(id)).toBeNull();
  expect(await fixture.deliverDue(lane)).toHaveLength(29);
});

test("after a failure, what was read a moment ago is looked up again before it goes", async () => {
  answer = down;
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(2));
  const open = await createEndpointWork({ ...fixture.dependencies, readCounts: 3600 * SECOND }).open(lane);
  const [first, second] = (await open?.peek([], 2)) ?? [];
  if (open === null || first === undefined || second === undefined) throw new Error("nothing is due");
  await open.run(first, new AbortController().signal);
  await fixture.sql`update webhook_endpoints set resumes_at = ${later(SECOND)} where id = ${id}`;
  expect(await open.start([second])).toEqual([]);
});

test("calls that were out when a pause began make it no longer", async () => {
  answer = down;
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(20));
  const open = await fixture.work.open(lane);
  const items = (await open?.peek([], 20)) ?? [];
  const pauses: (Date | null)[] = [];
  for (const some of [items.slice(0, 10), items.slice(10)]) {
    const results = await Promise.all(some.map((item) => open?.run(item, new AbortController().signal)));
    await open?.finish(results.filter((result) => result !== undefined));
    pauses.push(await resumesAt(id));
  }
  expect(pauses).toEqual([expect.any(Date), pauses[0] ?? null]);
});

test("a failure while others succeed pauses nothing", async () => {
  let nth = 0;
  answer = () => (nth++ % 10 === 0 ? up() : down());
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  for (let round = 0; round < 5; round++) {
    await fixture.emit("message.new", bodies(10));
    await fixture.deliverDue(lane);
  }
  expect(await resumesAt(id)).toBeNull();
});

test.each([429, 503])(
  "%i with Retry-After leaves the whole endpoint alone for that time, an hour at most",
  async (status) => {
    answer = () => new Response(null, { status, headers: { "retry-after": "120" } });
    const { id, lane } = await fixture.endpoint({ url: receiver.url });
    await fixture.emit("message.new", bodies(1));
    await fixture.deliverDue(lane);
    expect(await resumesAt(id)).toEqual(later(120 * SECOND));
    await fixture.emit("message.new", bodies(3));
    expect(await fixture.until(lane, later(119 * SECOND))).toEqual([]);
    answer = up;
    expect(await fixture.until(lane, later(2 * SECOND))).toHaveLength(4);

    answer = () => new Response(null, { status, headers: { "retry-after": "999999" } });
    await fixture.emit("message.new", bodies(1));
    await fixture.deliverDue(lane);
    expect(await resumesAt(id)).toEqual(later(3600 * SECOND));
  },
);

test("a shorter Retry-After ends no longer one", async () => {
  const waits = ["3600", "60"];
  answer = () => new Response(null, { status: 429, headers: { "retry-after": waits.shift() ?? "" } });
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(2));
  const open = await fixture.work.open(lane);
  for (const item of (await open?.peek([], 2)) ?? []) {
    const result = await open?.run(item, new AbortController().signal);
    await open?.finish(result === undefined ? [] : [result]);
  }
  expect(await resumesAt(id)).toEqual(later(3600 * SECOND));
});

test("a new address is tried at once", async () => {
  answer = down;
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(20));
  await fixture.deliverDue(lane);
  await fixture.moveTo(later(7 * SECOND));
  await updateEndpoint(fixture.sql, fixture.organizationId, id, { url: `${receiver.url}/new` });
  answer = up;
  expect(await fixture.deliverDue(lane)).toHaveLength(20);
});

test("a delivery that a person requests goes at once, before those that wait, and is the probe", async () => {
  answer = down;
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", bodies(20));
  await fixture.deliverDue(lane);
  const [, second] = await fixture.deliveries(id);
  answer = up;
  await resendEvent(fixture.sql, fixture.organizationId, second?.event_id ?? "", id, false);
  const [first] = await fixture.deliverDue(lane);
  expect(first?.status).toBe("succeeded");
  expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(second?.event_id ?? "");
});
