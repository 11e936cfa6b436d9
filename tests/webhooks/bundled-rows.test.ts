/** A row that stands for the deliveries of a bundle gives what a row for each of them gave, whatever their results. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Lane } from "../../daemon/lanes/lane.ts";
import { endStaleDeliveries } from "../../db/maintenance/past-retention.ts";
import { webhookTraffic } from "../../db/overview/traffic.ts";
import { type DeliveryResult, type DeliveryRow, findDelivery } from "../../db/webhooks/deliveries.ts";
import { type DeliveryFilter, listDeliveries } from "../../db/webhooks/delivery-lists.ts";
import { endpointsWithout, resendEvent } from "../../db/webhooks/resend.ts";
import { type LaneFixture, startLaneFixture } from "./lane-fixture.ts";

const EVENTS = 6;
const ALL: DeliveryFilter = {
  ...{ endpointIds: null, eventType: undefined, status: undefined },
  ...{ eventId: undefined, since: undefined, until: undefined },
};
let fixture: LaneFixture;
let endpoint: { id: string; lane: Lane };

beforeAll(async () => {
  fixture = await startLaneFixture();
});
beforeEach(async () => {
  const { sql } = fixture;
  await sql`truncate deliveries, events, lane_items, webhook_endpoints`;
  // bundles end at multiples of forty: all of these are in one
  await sql`select setval('id_order', 400)`;
  endpoint = await fixture.endpoint({ url: "https://x.test/" });
  await sql`
    select emit_events(array_agg(row(${fixture.organizationId}::text, null, type, '{}')::event_input))
    from unnest(array['message.new', 'message.sent', 'message.new', 'group.created', 'message.new', 'contact.updated']) as type`;
});
afterAll(() => fixture.stop());

/** Reads everything page by page, so that pages begin and end within a bundle. */
async function list(filter: Partial<DeliveryFilter> = {}, most = 2): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = [];
  let before: string | null = null;
  do {
    const wanted = { ...ALL, ...filter };
    const page = await listDeliveries(fixture.sql, fixture.organizationId, wanted, before, most);
    rows.push(...page.rows);
    before = page.rows.length === most ? (rows.at(-1)?.id ?? null) : page.end;
  } while (before !== null);
  return rows.toReversed();
}

const find = (id = "") => findDelivery(fixture.sql, fixture.organizationId, id);
const rowsKept = async () => (await fixture.sql`select from deliveries`).length;

type Result = Omit<Partial<DeliveryResult>, "id"> & { id: string | undefined };

async function finish(results: Result[]): Promise<void> {
  const open = await fixture.work.open(endpoint.lane);
  const usual = { response_status: 200, response_body: "ok", error: null, retry_after: null, rest: null };
  await open?.finish(
    results.map((result) => ({
      ...usual,
      status: "succeeded",
      duration_ms: 7,
      ...result,
      id: result.id ?? "",
    })),
  );
}

test("each is listed, found and due as if it had a row of its own", async () => {
  const rows = await list();
  expect(
    await fixture.sql`select size_of_row(deliveries) as size from deliveries order by size`,
  ).toMatchObject([{ size: 1 }, { size: EVENTS - 1 }]);
  expect(rows.map(({ event_type }) => event_type).sort()).toEqual([
    "contact.updated",
    "group.created",
    "message.new",
    "message.new",
    "message.new",
    "message.sent",
  ]);
  const events = await fixture.sql<{ id: string; type: string }[]>`select id, type from events order by id`;
  for (const { id, type } of events) {
    const [row, ...others] = await list({ eventId: id });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      event_type: type,
      event_id: id,
      endpoint_id: endpoint.id,
      status: "pending",
    });
    expect(row).toMatchObject({ attempt: 1, trigger: "schedule", response_status: null, duration_ms: null });
    expect(await find(row?.id)).toEqual(row ?? null);
  }
  const open = await fixture.work.open(endpoint.lane);
  const due = (await open?.peek([], 100)) ?? [];
  const shown = due.map(({ row }) => ({ id: row.id, event_id: row.event_id, event_type: row.event_type }));
  expect(shown).toEqual(rows.map(({ id, event_id, event_type }) => ({ id, event_id, event_type })));
});

test.each([1, 2, 3, 100])("filters and pages of %i give the same", async (most) => {
  const ids = (await list()).map(({ id }) => id);
  await finish(ids.slice(0, 3).map((id) => ({ id })));
  const rows = await list({}, most);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  const filters: [Partial<DeliveryFilter>, (row: DeliveryRow) => boolean][] = [
    [{ status: "succeeded" }, (row) => row.status === "succeeded"],
    [{ status: "pending" }, (row) => row.status === "pending"],
    [{ status: "failed" }, () => false],
    [{ eventType: "message.new" }, (row) => row.event_type === "message.new"],
    [{ eventType: "group.created" }, (row) => row.event_type === "group.created"],
    [{ endpointIds: [endpoint.id] }, () => true],
    [{ endpointIds: [endpoint.id], status: "succeeded" }, (row) => row.status === "succeeded"],
    [{ endpointIds: ["ep_other"] }, () => false],
    [{ since: new Date(Date.now() + 60_000) }, () => false],
    [{ since: new Date(Date.now() - 600_000), until: new Date(Date.now() + 60_000) }, () => true],
  ];
  for (const [filter, wanted] of filters) expect(await list(filter, most)).toEqual(rows.filter(wanted));
});

test("what goes well together stays one row, each with its own duration", async () => {
  const ids = (await list({ eventType: "message.new" })).map(({ id }) => id);
  await finish([{ id: ids[0], duration_ms: 3 }]);
  await finish(ids.slice(1).map((id, nth) => ({ id, duration_ms: 40 + nth })));
  const rows = await list({ status: "succeeded" });
  expect(rows.map(({ duration_ms }) => duration_ms)).toEqual([3, 40, 41]);
  expect(rows[0]).toMatchObject({ response_status: 200, response_body: "ok", error: null });
  expect(await rowsKept()).toBe(2);
  expect(await fixture.waiting(endpoint.id)).toBe(EVENTS - 3);
  const traffic = await webhookTraffic(fixture.sql, fixture.organizationId, [endpoint.id]);
  expect(traffic).toMatchObject({ succeeded: 3, failed: 0, seconds: 60 });
  expect(traffic.p99_ms).toBeGreaterThan(0);
});

test("what fails gets a row and a retry of its own, and each keeps its own answer", async () => {
  const [well, failed, otherwise, long, ...rest] = (await list()).filter(
    (row) => row.event_type !== "group.created",
  );
  const failure = {
    status: "failed" as const,
    response_status: 500,
    error: "it answered 500",
    retry_after: 5000,
  };
  await finish([
    { id: well?.id },
    { id: failed?.id, ...failure },
    { id: otherwise?.id, response_status: 202, response_body: null },
    { id: long?.id, response_body: "x".repeat(3000) },
  ]);
  expect(await find(failed?.id)).toMatchObject({
    status: "failed",
    response_status: 500,
    error: "it answered 500",
  });
  expect(await find(otherwise?.id)).toMatchObject({
    status: "succeeded",
    response_status: 202,
    response_body: null,
  });
  expect(await find(well?.id)).toMatchObject({
    status: "succeeded",
    response_status: 200,
    response_body: "ok",
  });
  expect(await find(long?.id)).toMatchObject({ status: "succeeded", response_body: "x".repeat(3000) });
  expect((await find(rest[0]?.id))?.status).toBe("pending");
  // those of the bundle, group.created, and each with its retry
  expect(await rowsKept()).toBe(1 + 1 + 2 + 1);
  const attempts = await list({ eventId: failed?.event_id });
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, "failed"],
    [2, "pending"],
  ]);
  expect(await list({ status: "failed" })).toHaveLength(1);
});

test("a second result of one that is done changes nothing", async () => {
  const [first] = await list({ eventType: "message.new" });
  await finish([{ id: first?.id }]);
  const before = await list();
  await finish([
    { id: first?.id, status: "failed", error: "too late", response_status: 500, retry_after: 1 },
  ]);
  await finish([{ id: first?.id, duration_ms: 99 }]);
  expect(await list()).toEqual(before);
  expect(await fixture.waiting(endpoint.id)).toBe(EVENTS - 1);
});

test("a requested delivery leaves its bundle, and one that succeeded is not sent again", async () => {
  const [first, second] = await list({ eventType: "message.new" });
  await finish([{ id: second?.id }]);
  const { sql, organizationId } = fixture;
  expect(await resendEvent(sql, organizationId, second?.event_id ?? "", endpoint.id, false)).toBeNull();
  const resent = await resendEvent(sql, organizationId, first?.event_id ?? "", endpoint.id, false);
  expect(resent).toMatchObject({ id: first?.id, trigger: "manual", status: "pending", attempt: 1 });
  expect(await find(first?.id)).toMatchObject({ trigger: "manual", created_at: first?.created_at });
  expect(await endpointsWithout(sql, organizationId, first?.event_id ?? "")).toEqual([endpoint.id]);
  expect(await endpointsWithout(sql, organizationId, second?.event_id ?? "")).toEqual([]);
  const again = await resendEvent(sql, organizationId, second?.event_id ?? "", endpoint.id, true);
  expect(again).toMatchObject({ attempt: 2, trigger: "manual" });
  expect(await list()).toHaveLength(EVENTS + 1);
});

test.each([
  ["its endpoint is deleted", "the endpoint was deleted"],
  ["its event is past the retention", "its event is past the retention"],
])("what waits ends when %s, and what is done stays", async (how, error) => {
  const [first] = await list({ eventType: "message.new" });
  await finish([{ id: first?.id }]);
  const { sql, organizationId } = fixture;
  if (how === "its endpoint is deleted") {
    await sql`select delete_endpoint(${organizationId}, ${endpoint.id})`;
    await sql`select clear_endpoint_lane(${organizationId}, ${endpoint.id}, 100)`;
  } else await endStaleDeliveries(sql, new Date(Date.now() + 60_000));
  const rows = await list();
  expect(rows.filter(({ status }) => status === "exhausted")).toHaveLength(EVENTS - 1);
  expect(rows.find(({ status }) => status === "exhausted")?.error).toBe(error);
  expect((await find(first?.id))?.status).toBe("succeeded");
  expect(await fixture.waiting(endpoint.id)).toBe(0);
});
