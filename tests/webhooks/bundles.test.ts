/** Deliveries of one transaction wait together as one item, and each is made, put off, and requested by itself. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Lane } from "../../daemon/lanes/lane.ts";
import { listDeliveries } from "../../db/webhooks/delivery-lists.ts";
import { resendEvent } from "../../db/webhooks/resend.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";
import { startReceiver } from "./receiver.ts";

const MANY = 100;
let fixture: LaneFixture;
let receiver: ReturnType<typeof startReceiver>;
let failing = new Set<string>();
let endpoint: { id: string; lane: Lane };

beforeAll(async () => {
  fixture = await startLaneFixture();
  receiver = startReceiver((nth) => {
    const { body } = receiver.received[nth] ?? { body: "" };
    return new Response("x", { status: failing.has(body) ? 500 : 200 });
  });
});
beforeEach(async () => {
  await fixture.sql`delete from webhook_endpoints`;
  await fixture.sql`delete from lane_items`;
  receiver.received.length = 0;
  failing = new Set();
  endpoint = await fixture.endpoint({ url: receiver.url });
});
afterAll(async () => {
  await receiver.stop();
  await fixture.stop();
});

const bodies = (count: number) => Array.from({ length: count }, (_, nth) => `{"n":${nth}}`);
const received = () => receiver.received.map(({ body }) => body);
const items = async () => (await fixture.sql`select from lane_items where lane_id = ${endpoint.id}`).count;

/** Makes the next deliveries, at most so many. */
async function deliver(most: number): Promise<void> {
  const open = await fixture.work.open(endpoint.lane);
  const due = (await open?.peek([], most)) ?? [];
  const results = await Promise.all(due.map((item) => open?.run(item, new AbortController().signal)));
  await open?.finish(results.filter((result) => result !== undefined));
}

test("the events of a transaction are few items, each is delivered once, and nothing stays", async () => {
  await fixture.emit("message.new", bodies(MANY));
  expect(await items()).toBeWithin(MANY / 40, 5);
  for (let made = 0; made < MANY; made += 30) {
    expect(await fixture.waiting(endpoint.id)).toBe(MANY - made);
    await deliver(30);
  }
  expect(await items()).toBe(0);
  expect(received().sort()).toEqual(bodies(MANY).sort());
});

test("a delivery that is out is not read again, and later ones of its bundle are", async () => {
  await fixture.emit("message.new", bodies(10));
  const open = await fixture.work.open(endpoint.lane);
  const first = (await open?.peek([], 4)) ?? [];
  const busy = first.map((item) => item.itemId);
  const next = (await open?.peek(busy, 100)) ?? [];
  expect(next).toHaveLength(6);
  expect(next.filter((item) => busy.includes(item.itemId))).toEqual([]);
});

test("a failure is tried again by itself, while the others of its bundle are done", async () => {
  failing = new Set(['{"n":3}']);
  await fixture.emit("message.new", bodies(10));
  await deliver(100);
  expect(await fixture.waiting(endpoint.id)).toBe(1);
  failing = new Set();
  await fixture.makeDue(endpoint.lane);
  await deliver(100);
  expect(await items()).toBe(0);
  expect(received().filter((body) => body === '{"n":3}')).toHaveLength(2);
  expect(receiver.received).toHaveLength(11);
});

test("what is put off leaves the others due, and comes once", async () => {
  await fixture.emit("message.new", bodies(5));
  const open = await fixture.work.open(endpoint.lane);
  const [first, second] = (await open?.peek([], 100)) ?? [];
  await open?.defer([first, second].flatMap((item) => (item === undefined ? [] : [{ item, wait: 60_000 }])));
  expect(await items()).toBe(3);
  await deliver(100);
  expect(receiver.received).toHaveLength(3);
  expect(await fixture.waiting(endpoint.id)).toBe(2);
  expect(await open?.nextDue()).toBeWithin(50_000, 60_001);
  await fixture.makeDue(endpoint.lane);
  await deliver(100);
  expect(await items()).toBe(0);
  expect(received().sort()).toEqual(bodies(5).sort());
});

test("what a person asks for goes before the rest of its bundle, and once", async () => {
  await fixture.emit("message.new", bodies(5));
  const last = (await fixture.deliveries(endpoint.id)).at(-1);
  await resendEvent(fixture.sql, fixture.organizationId, last?.event_id ?? "", endpoint.id, false);
  await deliver(1);
  const [done] = (await fixture.deliveries(endpoint.id)).filter(({ status }) => status === "succeeded");
  expect(done).toMatchObject({ id: last?.id, trigger: "manual" });
  await deliver(100);
  expect(received().sort()).toEqual(bodies(5).sort());
  expect(await items()).toBe(0);
});

test("everything that waits is listed once, page by page, newest first", async () => {
  await fixture.emit("message.new", bodies(50));
  await fixture.emit("message.new", bodies(1));
  await fixture.emit("message.new", bodies(50));
  const wanted = { endpointIds: [endpoint.id], status: "pending" };
  const all = {
    ...{ eventType: undefined, eventId: undefined, since: undefined, until: undefined },
    ...wanted,
  };
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const page = await listDeliveries(fixture.sql, fixture.organizationId, all, before, 7);
    seen.push(...page.rows.map(({ id }) => id));
    before = page.rows.length === 7 ? (seen.at(-1) ?? null) : page.end;
  } while (before !== null);
  const waiting = (await fixture.deliveries(endpoint.id)).map(({ id }) => id);
  expect(seen).toEqual(waiting.toSorted().toReversed());
});

test("of two transactions, the one that says something first has it delivered first, whichever began first", async () => {
  await fixture.sql.begin(async (transaction) => {
    await transaction`select now()`;
    await fixture.emit("message.new", ['{"n":1}']);
    await fixture.emit("message.new", ['{"n":2}'], transaction);
  });
  const open = await fixture.work.open(endpoint.lane);
  const due = (await open?.peek([], 100)) ?? [];
  expect(due.map(({ row }) => row.body)).toEqual(['{"n":1}', '{"n":2}']);
});
