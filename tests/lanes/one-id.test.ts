/** A channel's messages and its files wait in two lanes of one id: neither hides the other. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import { waitingLanes } from "../../db/health/diagnostics.ts";
import { missingRoles } from "../../db/lanes/daemons.ts";
import { endLaneItems } from "../../db/lanes/ends.ts";
import { pauseLane, pauseLeft, unpauseLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { expireMessages } from "../../db/messages/ends.ts";
import { laneDepths } from "../../db/overview/overview.ts";
import { overdueLanes } from "../support/looks.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const ORGANIZATION = "org_test";
const CHANNEL = "ch_test";
const KINDS = ["channel", "media"];
const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
  await database.sql`
    insert into channels (organization_id, id, platform, status, name)
    values (${ORGANIZATION}, ${CHANNEL}, 'whatsapp_official', 'connected', 'Test')`;
});
afterEach(async () => {
  await database.sql`delete from lane_items`;
  await database.sql`delete from lanes`;
  await database.sql`delete from daemons`;
});

/** An item that has been due for so many hours. */
async function due(kind: string, hours: number): Promise<string> {
  const id = Bun.randomUUIDv7();
  await database.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${ORGANIZATION}, ${kind}, ${CHANNEL}, ${id}, ${id}, now() - make_interval(hours => ${hours}))`;
  return id;
}

const otherThan = (kind: string) => (kind === "media" ? "channel" : "media");

test("the end of one lane's pause is not that of the other's", async () => {
  const [first, other] = KINDS.map((kind) => ({ organizationId: ORGANIZATION, kind, laneId: CHANNEL }));
  if (first === undefined || other === undefined) throw new Error("there are two kinds");
  for (const lane of [first, other]) {
    await database.sql`
      insert into lanes (organization_id, kind, lane_id) values (${ORGANIZATION}, ${lane.kind}, ${CHANNEL})`;
    await pauseLane(database.sql, lane, 60_000);
  }
  await unpauseLane(database.sql, first);
  expect(await pauseLeft(database.sql, first)).toBe(0);
  expect(await pauseLeft(database.sql, other)).toBeGreaterThan(0);
});

test("a message ends though a file waits before it", async () => {
  await due("media", 48);
  await due("channel", 25);
  expect(await expireMessages(database.sql)).toBe(1);
  expect(await database.sql`select kind from lane_items`).toMatchObject([{ kind: "media" }]);
});

test.each(KINDS)("the %s lane is found unattended behind the other", async (kind) => {
  await due(otherThan(kind), 2);
  await due(kind, 1);
  expect((await overdueLanes(database.sql)).map((lane) => lane.kind).sort()).toEqual(KINDS);
});

test("a lane is found unattended although another channel and an endpoint are paused", async () => {
  await database.sql`
    insert into webhook_endpoints (organization_id, id, url, enabled)
    values (${ORGANIZATION}, 'ep_off', 'https://x.test/', false)`;
  await database.sql`
    insert into channels (organization_id, id, platform, status, name, settings)
    values (${ORGANIZATION}, 'ch_paused', 'whatsapp_unofficial', 'connected', 'Other', '{"paused":true}')`;
  await database.sql`
    insert into web_sessions (organization_id, channel_id, data_key) values (${ORGANIZATION}, 'ch_paused', '')`;
  await due("channel", 1);
  expect(await overdueLanes(database.sql)).toHaveLength(1);
});

test("a lane that rests is not unattended until its rest is over", async () => {
  await due("channel", 1);
  await database.sql`
    insert into lanes (organization_id, kind, lane_id, paused_until)
    values (${ORGANIZATION}, 'channel', ${CHANNEL}, now() + interval '1 hour')`;
  expect(await overdueLanes(database.sql)).toHaveLength(0);
  await database.sql`update lanes set paused_until = now() - interval '1 second'`;
  expect(await overdueLanes(database.sql)).toHaveLength(1);
});

test("the lane of an endpoint that is left alone for a while is not unattended", async () => {
  await database.sql`
    insert into webhook_endpoints (organization_id, id, url, resumes_at)
    values (${ORGANIZATION}, 'ep_rests', 'https://x.test/', now() + interval '1 hour')`;
  await database.sql`
    insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
    values (${ORGANIZATION}, 'endpoint', 'ep_rests', 'dlv_1', 'dlv_1', now() - interval '1 hour')`;
  expect(await overdueLanes(database.sql)).toHaveLength(0);
  await database.sql`update webhook_endpoints set resumes_at = now() - interval '1 second' where id = 'ep_rests'`;
  expect(await overdueLanes(database.sql)).toHaveLength(1);
});

test("a role is missing as long as no living daemon has it", async () => {
  const missing = () => missingRoles(database.sql, ["api", "worker"]);
  await database.sql`insert into daemons (id, roles) values ('daemon', '{api}')`;
  expect(await missing()).toEqual(["worker"]);
  await database.sql`update daemons set heartbeat_at = now() - interval '1 hour'`;
  expect(await missing()).toEqual(["api", "worker"]);
});

test.each(KINDS)(
  "only the %s lane is reported as unattended when a daemon works on the other",
  async (kind) => {
    await due(otherThan(kind), 2);
    await due(kind, 1);
    await database.sql`insert into daemons (id) values ('daemon')`;
    await database.sql`
    insert into lanes (organization_id, kind, lane_id, owner)
    values (${ORGANIZATION}, ${otherThan(kind)}, ${CHANNEL}, 'daemon')`;
    expect(await waitingLanes(database.sql, ORGANIZATION)).toMatchObject([
      { kind: otherThan(kind), owned: true, unattended: false },
      { kind, owned: false, unattended: true },
    ]);
  },
);

test.each(KINDS)("what waits in the %s lane is counted, however much waits in the other", async (kind) => {
  for (const hours of [4, 3, 2]) await due(otherThan(kind), hours);
  await due(kind, 1);
  const depths = await laneDepths(database.sql, ORGANIZATION, [CHANNEL], 3);
  expect(depths.find((depth) => depth.kind === kind)).toMatchObject({ waiting: 1, counted_all: true });
  expect(depths.find((depth) => depth.kind !== kind)).toMatchObject({ waiting: 3, counted_all: false });
});

test("items of a deleted channel are ended once its messages are, though files wait", async () => {
  await due("media", 1);
  const lane = { organizationId: ORGANIZATION, kind: "channel", laneId: CHANNEL };
  expect(await endLaneItems(database.sql, lane, 10)).toBe("nothing");
});

test("a step that ends as many items as it may is followed by another, and a call that is out is waited for", async () => {
  await database.sql`update channels set deleted_at = now() where id = ${CHANNEL}`;
  for (const hours of [1, 2]) await due("channel", hours);
  await database.sql`update lane_items set state = 'sending' where item_id = ${await due("channel", 3)}`;
  const lane = { organizationId: ORGANIZATION, kind: "channel", laneId: CHANNEL };
  const steps = [];
  for (let nth = 0; nth < 3; nth++) steps.push(await endLaneItems(database.sql, lane, 1));
  expect(steps).toEqual(["step", "step", "wait"]);
});
