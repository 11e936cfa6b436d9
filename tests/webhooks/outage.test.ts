/** Events and their endpoint while it is down, on a clock that the tests move. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Lane } from "../../daemon/lanes/lane.ts";
import { RETRY_DELAYS } from "../../daemon/webhooks/schedule.ts";
import { updateEndpoint } from "../../db/webhooks/endpoints.ts";
import { findReplay, type ReplayRange, startReplay, stepReplay } from "../../db/webhooks/replays.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";
import { startReceiver } from "./receiver.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let fixture: LaneFixture;
let down = true;
let made = 0;
let receiver: ReturnType<typeof startReceiver>;

beforeAll(async () => {
  fixture = await startLaneFixture({ onClock: true });
  receiver = startReceiver(() => new Response("x", { status: down ? 503 : 200 }));
});
afterEach(async () => {
  await fixture.sql`delete from webhook_endpoints`;
  await fixture.sql`delete from events`;
  receiver.received.length = 0;
  down = true;
});
afterAll(async () => {
  await fixture.stop();
  await receiver.stop();
});

const later = (milliseconds: number) => new Date(fixture.now().getTime() + milliseconds);

/** An hour in which what is due at its end is tried once. */
async function anHour(lane: Lane): Promise<void> {
  await fixture.emit("message.new", [JSON.stringify({ n: ++made })]);
  await fixture.moveTo(later(HOUR));
  await fixture.deliverDue(lane);
}

/** Events of one type and their bodies, oldest first. */
async function eventsOf(type: string) {
  const rows = await fixture.sql<{ body: string; created_at: Date }[]>`
    select body, created_at from events where type = ${type} order by id`;
  return rows.map(({ body, created_at }) => ({ ...JSON.parse(body), at: created_at }));
}

async function endpointRow(id: string) {
  const [row] = await fixture.sql`select * from webhook_endpoints where id = ${id}`;
  return row;
}

test("an event is tried ten times, each at its time, over some three days", async () => {
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", ["{}"]);
  const attempts = await fixture.until(lane, later(5 * DAY));
  expect(attempts).toHaveLength(10);
  const waits = attempts.slice(1).map((at, index) => at.getTime() - (attempts[index]?.getTime() ?? 0));
  for (const [index, planned] of RETRY_DELAYS.entries()) {
    expect(waits[index]).toBeWithin(planned * 0.8 - 1, planned * 1.2 + 2);
  }
  const rows = await fixture.deliveries(id);
  expect(rows.map((row) => row.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rows.map((row) => row.status)).toEqual([...RETRY_DELAYS.map(() => "failed" as const), "exhausted"]);
});

test("an endpoint that fails for days is warned of four times, then disabled; others get events about it", async () => {
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  const other = await fixture.endpoint({
    url: receiver.url,
    filterTypes: ["endpoint.failing", "endpoint.disabled"],
  });
  const began = fixture.now();
  for (let hour = 0; hour < 6 * 24; hour++) await anHour(lane);
  const after = (at: Date) => (at.getTime() - began.getTime()) / HOUR;
  const warnings = (await eventsOf("endpoint.failing")).map(({ at }) => after(at));
  expect(warnings).toHaveLength(4);
  for (const [index, hours] of [1, 24, 72, 96].entries())
    expect(warnings[index]).toBeWithin(hours, hours + 2);

  const [disabled, ...more] = await eventsOf("endpoint.disabled");
  expect(more).toEqual([]);
  expect(disabled).toMatchObject({ endpoint_id: id, reason: "nothing but failures for five days" });
  expect(after(disabled?.at)).toBeWithin(120, 122);
  expect(await endpointRow(id)).toMatchObject({ enabled: false, disabled_reason: disabled?.reason });
  const queued = await fixture.deliveries(other.id);
  expect(queued.map((row) => row.event_type)).toEqual([
    ...warnings.map(() => "endpoint.failing"),
    "endpoint.disabled",
  ]);
  expect((await fixture.deliveries(id)).some((row) => row.event_type.startsWith("endpoint."))).toBe(false);
});

test("one failure long after another warns first: nothing is disabled without notice", async () => {
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  const fail = async () => {
    await fixture.emit("message.new", ["{}"]);
    await fixture.deliverDue(lane);
    return (await endpointRow(id))?.enabled;
  };
  expect(await fail()).toBe(true);
  await fixture.sql`delete from lane_items`;
  await fixture.moveTo(later(10 * DAY));
  expect(await fail()).toBe(true);
  expect(await eventsOf("endpoint.failing")).toHaveLength(1);
  await fixture.sql`delete from lane_items`;
  await fixture.moveTo(later(11 * HOUR));
  expect(await fail()).toBe(true);
  await fixture.moveTo(later(2 * HOUR));
  expect(await fail()).toBe(false);
});

test("a success after a warning has an event, and everything starts over", async () => {
  const { id, lane } = await fixture.endpoint({ url: receiver.url });
  await fixture.emit("message.new", ["{}"]);
  // the fourth attempt is made 2 h 5 min to 3 h 7 min after the first
  await fixture.until(lane, later(4 * HOUR));
  down = false;
  await fixture.until(lane, later(12 * HOUR));
  expect(await eventsOf("endpoint.failing")).toHaveLength(1);
  expect(await eventsOf("endpoint.recovered")).toHaveLength(1);
  expect(await endpointRow(id)).toMatchObject({ failing_since: null, warnings: 0, failures: 0 });
});

test("after a week's outage a replay delivers each event that did not get through, once", async () => {
  const { id, lane } = await fixture.endpoint({ url: receiver.url, filterTypes: ["message.new"] });
  const since = fixture.now();
  down = false;
  await fixture.emit("message.new", ['{"n":"before"}']);
  await fixture.until(lane, later(HOUR));
  receiver.received.length = 0;

  down = true;
  const first = made + 1;
  for (let hour = 0; hour < 7 * 24; hour++) await anHour(lane);
  expect((await endpointRow(id))?.enabled).toBe(false);

  down = false;
  receiver.received.length = 0;
  await updateEndpoint(fixture.sql, fixture.organizationId, id, { enabled: true });
  const range = {
    ...{ organizationId: fixture.organizationId, endpointIds: [id], eventTypes: null, channelIds: null },
    ...{ status: "failed" as const, since, until: later(1), dryRun: false },
  };
  const untried = (await fixture.deliveries(id)).filter(
    (row) => row.attempt === 1 && row.status === "pending",
  );
  const matched = await replay("rpl_week", range);
  await fixture.until(lane, later(DAY));

  const all = Array.from({ length: 7 * 24 }, (_, index) => JSON.stringify({ n: first + index }));
  expect(receiver.received.map(({ body }) => body).sort()).toEqual(all.sort());
  expect((matched ?? 0) + untried.length).toBe(all.length);
  expect(await replay("rpl_again", range)).toBe(0);
  expect(await fixture.waiting(id)).toBe(0);
});

/** Queues all of a replay, and returns how many deliveries that was. */
async function replay(id: string, range: ReplayRange): Promise<number | null | undefined> {
  await startReplay(fixture.sql, id, range);
  while ((await stepReplay(fixture.sql, range.organizationId, id, { events: 10, due: 1000 })) === "step");
  return (await findReplay(fixture.sql, range.organizationId, id))?.matched;
}
