/** What the beginning of a call writes, and how what was begun is found again. */
import { expect, test } from "bun:test";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { startSends } from "../../db/messages/sends.ts";
import { pileUpMessages } from "../support/backlog.ts";
import { sharedDatabase } from "../support/shared-database.ts";

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
