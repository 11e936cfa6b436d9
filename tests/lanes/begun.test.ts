/** The record of a call's beginning, and how calls that were begun are found again. */
import { expect, test } from "bun:test";
import type { LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { createLanes, type Works } from "../../daemon/lanes/lanes.ts";
import { createLog } from "../../daemon/lib/log.ts";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { claimLane, planLane, releaseLane, wakeLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { startSends } from "../../db/messages/sends.ts";
import { pileUpMessages } from "../support/backlog.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { eventually } from "../support/until.ts";

const database = sharedDatabase();
const laneOf = (laneId: string) => ({ organizationId: "org_test", kind: "channel", laneId }) as const;

/** A channel with so many messages in its lane, which a daemon has taken; returns their ids, that due first last. */
async function laneWith(laneId: string, messages: number) {
  const { sql } = database;
  const channel = { organizationId: "org_test", channelId: laneId };
  await makePartitions(sql);
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org_test', ${laneId}, 'whatsapp_official', 'connected', 'Test')`;
  await claimLane(sql, laneOf(laneId), "daemon");
  await pileUpMessages({ sql, ...channel }, messages);
  const items = await sql<{ item_id: string }[]>`
    select item_id from lane_items where lane_id = ${laneId} order by due_at desc, position desc`;
  return { channel, ids: items.map(({ item_id }) => item_id) };
}

test("the beginning of calls writes no index", async () => {
  const { channel, ids } = await laneWith("ch_indexes", 3);
  const [before, after] = await database.sql.begin(async (sql) => {
    const before = await updates(sql);
    await startSends(sql as unknown as Sql, channel, "daemon", ids);
    return [before, await updates(sql)];
  });
  expect(after.all - before.all).toBe(3);
  expect(after.withoutIndex - before.withoutIndex).toBe(3);
});

test("nothing begins on a deleted channel, also by a daemon that has not heard of it", async () => {
  const { channel, ids } = await laneWith("ch_deleted", 1);
  await database.sql`update channels set deleted_at = now() where id = ${channel.channelId}`;
  expect(await startSends(database.sql, channel, "daemon", ids)).toEqual([]);
});

/** Updates of items by this session that Postgres has not counted with the others yet. */
async function updates(sql: Transaction): Promise<{ all: number; withoutIndex: number }> {
  const [row] = await sql<[{ all: number; withoutIndex: number }]>`
    select pg_stat_get_xact_tuples_updated(id)::integer as all,
      pg_stat_get_xact_tuples_hot_updated(id)::integer as "withoutIndex"
    from (select 'lane_items'::regclass as id) as one`;
  return row;
}

test.each([
  ["its daemon is gone", "unknown", (sql: Sql, lane: Taken) => leave(sql, lane)],
  ["its daemon let go with calls out", "unknown", (sql: Sql, lane: Taken) => letGo(sql, lane, false)],
  ["its daemon let go with all calls over", "sending", (sql: Sql, lane: Taken) => letGo(sql, lane, true)],
])("behind others, what was begun is looked for where it may be: %s", async (_what, state, end) => {
  const { sql } = database;
  const lane = laneOf(`ch_${Bun.randomUUIDv7()}`);
  const { channel, ids } = await laneWith(lane.laneId, 2);
  await startSends(sql, channel, "daemon", ids.slice(0, 1));
  await end(sql, lane);
  await claimLane(sql, lane, "another");
  const [item] = await sql`select state from lane_items where item_id = ${ids[0] ?? ""}`;
  expect(item?.state).toBe(state);
});

type Taken = ReturnType<typeof laneOf>;

async function leave(sql: Sql, { laneId }: Taken): Promise<void> {
  await sql`update lanes set owner = null where lane_id = ${laneId}`;
}

async function letGo(sql: Sql, lane: Taken, isOver: boolean): Promise<void> {
  await releaseLane(sql, lane, "daemon", { isOver });
}

test("a lane that was woken before it was let go of stays, and may have begun calls", async () => {
  const { sql } = database;
  const lane = laneOf("ch_woken");
  await claimLane(sql, lane, "daemon");
  await wakeLane(sql, lane);
  expect(await releaseLane(sql, lane, "daemon", { isOver: true })).toBe(false);
  const [row] = await sql`select owner, may_have_begun from lanes where lane_id = ${lane.laneId}`;
  expect(row).toEqual({ owner: "daemon", may_have_begun: true });
});

test("a later look does not put off one that is due", async () => {
  const { sql } = database;
  const lane = laneOf("ch_planned");
  await wakeLane(sql, lane);
  await planLane(sql, lane, 3600_000);
  const jobs = await sql`
    select run_at <= now() as due from graphile_worker.jobs where key = ${`lane:channel:${lane.laneId}`}`;
  expect([...jobs]).toEqual([{ due: true }]);
});

test("a daemon says whether it let go of a lane with all calls over", async () => {
  expect(await mayHaveBegun("written", async () => {})).toBe(false);
  const refused = async () => await database.sql`select '\\ud800'::json ->> 0`;
  expect(await mayHaveBegun("refused", refused)).toBe(true);
});

/** Whether a lane may have begun calls after it was drained of one item, whose result is written in this way. */
async function mayHaveBegun(laneId: string, finish: () => Promise<unknown>): Promise<boolean> {
  const items = [{ itemId: "one", orderKey: "one" }];
  const open: OpenLane<LaneItem, LaneItem> = {
    concurrency: () => 1,
    delay: () => 0,
    peek: async () => items.splice(0),
    start: async (items) => [...items],
    run: async (item) => item,
    finish: async () => void (await finish()),
    reduced: (item) => item,
    defer: async () => {},
    nextDue: async () => null,
  };
  const lanes = createLanes({
    ...{ sql: database.sql, works: { endpoint: { open: async () => open } } as unknown as Works },
    ...{ daemonId: `dmn_${laneId}`, serves: () => true, log: createLog("silent") },
  });
  await lanes.wake({ organizationId: "org_test", kind: "endpoint", laneId });
  await eventually("drained lane", async () => (items.length === 0 ? true : null));
  await lanes.stop(1000);
  const [row] = await database.sql`select may_have_begun from lanes where lane_id = ${laneId}`;
  return row?.may_have_begun;
}
