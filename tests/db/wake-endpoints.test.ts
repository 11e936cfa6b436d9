import { beforeAll, beforeEach, expect, test } from "bun:test";
import type { Queryable } from "../../db/connection/client.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";

/* At its commit, a transaction wakes the endpoints that it had events for. */
const organization = "org_test";
const ENDPOINTS = ["ep_a", "ep_b"];
const database = sharedDatabase();

beforeAll(async () => {
  await makePartitions(database.sql);
  for (const id of ENDPOINTS)
    await database.sql`
      insert into webhook_endpoints (organization_id, id, url) values (${organization}, ${id}, 'https://example.com')`;
});
/** Lanes that a daemon works on and that nobody has woken yet. */
beforeEach(async () => {
  await database.sql`delete from lanes`;
  for (const laneId of ENDPOINTS)
    await claimLane(database.sql, { organizationId: organization, kind: "endpoint", laneId }, "dmn_test");
});

test("one call wakes all endpoints of a transaction, however many deliveries it made", async () => {
  const calls = await database.admin.begin(async (transaction) => {
    await transaction`set local track_functions = 'all'`;
    await emit(transaction);
    await emit(transaction);
    // does now what the commit would do
    await transaction`set constraints all immediate`;
    const [row] = await transaction<{ calls: number }[]>`
      select calls from pg_stat_xact_user_functions where funcname = 'wake_endpoints'`;
    return row?.calls;
  });
  expect(calls).toBe(1);
  expect(await woken()).toEqual(ENDPOINTS);
});

test("events that take the place of others that were rolled back wake their endpoints", async () => {
  await database.sql.begin(async (transaction) => {
    await transaction
      .savepoint(async (part) => {
        await emit(part);
        throw new Error("taken back");
      })
      .catch(() => {});
    await emit(transaction);
  });
  expect(await woken()).toEqual(ENDPOINTS);
});

async function emit(sql: Queryable): Promise<void> {
  await sql`
    select emit_events(array_fill(
      row(${organization}::text, null, 'message.status_update', '{}')::event_input, array[3]
    ))`;
}

async function woken(): Promise<string[]> {
  const lanes = await database.sql<{ lane_id: string }[]>`
    select lane_id from lanes where kind = 'endpoint' and woken order by lane_id`;
  return lanes.map((lane) => lane.lane_id);
}
