/** What the beginning of a call writes, and how what was begun is found again. */
import { expect, test } from "bun:test";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { claimLane, type LaneKey, releaseLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { startSends } from "../../db/messages/sends.ts";
import { pileUpMessages } from "../support/backlog.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { eventually } from "../support/until.ts";

const database = sharedDatabase();

/** A channel with so many messages in its lane, due in an hour, which a daemon owns; returns their ids. */
async function laneWith(laneId: string, messages: number) {
  const { sql } = database;
  const channel = { organizationId: "org_test", channelId: laneId };
  await makePartitions(sql);
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org_test', ${laneId}, 'whatsapp_official', 'connected', 'Test')`;
  await claimLane(sql, { organizationId: "org_test", kind: "channel", laneId }, "daemon");
  await pileUpMessages({ sql, ...channel }, messages);
  const items = await sql<{ item_id: string }[]>`select item_id from lane_items where lane_id = ${laneId}`;
  return { channel, ids: items.map(({ item_id }) => item_id) };
}

test("the beginning of calls writes no index", async () => {
  const { channel, ids } = await laneWith("ch_indexes", 3);
  await database.sql`update lane_items set due_at = now() where lane_id = 'ch_indexes'`;
  const [before, after] = await database.sql.begin(async (sql) => {
    const before = await updates(sql);
    await startSends(sql as unknown as Sql, channel, "daemon", ids);
    return [before, await updates(sql)];
  });
  expect(after.all - before.all).toBe(3);
  expect(after.withoutIndex - before.withoutIndex).toBe(3);
});

/** Updates of items by this session that Postgres has not counted with the others yet. */
async function updates(sql: Transaction): Promise<{ all: number; withoutIndex: number }> {
  const [row] = await sql<[{ all: number; withoutIndex: number }]>`
    select pg_stat_get_xact_tuples_updated(id)::integer as all,
      pg_stat_get_xact_tuples_hot_updated(id)::integer as "withoutIndex"
    from (select 'lane_items'::regclass as id) as one`;
  return row;
}

test("a message that was put off after it was read is found when its daemon is gone", async () => {
  const { sql } = database;
  const { channel, ids } = await laneWith("ch_put_off", 1);
  await startSends(sql, channel, "daemon", ids);
  await sql`update lanes set owner = null where lane_id = 'ch_put_off'`;
  await claimLane(sql, { organizationId: "org_test", kind: "channel", laneId: "ch_put_off" }, "another");
  const [item] = await sql`select state from lane_items where lane_id = 'ch_put_off'`;
  expect(item?.state).toBe("unknown");
});

test("what was begun is looked for unless the one before let go with all calls over", async () => {
  const { sql } = database;
  const [over, out] = [await begunBehindOthers("ch_over"), await begunBehindOthers("ch_out")];
  await releaseLane(sql, over, "daemon", { isOver: true });
  await releaseLane(sql, out, "daemon", { isOver: false });
  for (const lane of [over, out]) await claimLane(sql, lane, "another");
  const found =
    await sql`select lane_id from lane_items where state = 'unknown' and lane_id in ('ch_over', 'ch_out')`;
  expect([...found]).toEqual([{ lane_id: "ch_out" }]);
});

/** A lane in which a message was begun that is not due first. */
async function begunBehindOthers(laneId: string): Promise<LaneKey> {
  const { channel, ids } = await laneWith(laneId, 2);
  await database.sql`
    update lane_items set due_at = now() - interval '1 minute' where lane_id = ${laneId} and item_id <> ${ids[0] ?? ""}`;
  await startSends(database.sql, channel, "daemon", ids.slice(0, 1));
  return { organizationId: "org_test", kind: "channel", laneId };
}

test("a daemon lets go of a lane with all calls over", async () => {
  const waypost = await startTestDaemon();
  try {
    const { channelId, organizationId, sql, call } = waypost;
    const message = { channel_id: channelId, to: "14155550100", type: "text", content: { body: "Hello" } };
    await waypost.until((await call("POST", "/v1/messages", message)).body.id, "read");
    const lane = { organizationId, kind: "channel", laneId: channelId };
    const row = await eventually("lane that nobody has", async () => {
      const [row] =
        await sql`select owner, may_have_begun from lanes where lane_id = ${lane.laneId} and kind = 'channel'`;
      return row?.owner === null && row;
    });
    expect(row.may_have_begun).toBe(false);
  } finally {
    await waypost.stop();
  }
});
