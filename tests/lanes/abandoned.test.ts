import { expect, test } from "bun:test";
import { insertChannel } from "../../db/channels/channels.ts";
import { connect } from "../../db/connection/client.ts";
import { beat, leave, sweep } from "../../db/lanes/daemons.ts";
import { claimLane, type LaneKey } from "../../db/lanes/lanes.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { look, overdueLanes } from "../support/looks.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const ABOUT = { roles: [], version: "0.0.0", functions: null, newestMigration: "" };

/* Lanes and jobs that were held by a daemon that is gone, however it went. */
const database = sharedDatabase();

let made = 0;
const newLane = (): LaneKey => {
  made += 1;
  return { organizationId: "org_test", kind: "channel", laneId: `ch_${made}` };
};
const ownerOf = async ({ laneId }: LaneKey) =>
  (await database.sql`select owner from lanes where lane_id = ${laneId}`)[0]?.owner;
const isToBeWoken = async ({ laneId }: LaneKey) =>
  (await database.sql`select from graphile_worker.jobs where key = ${`lane:channel:${laneId}`}`).length === 1;

test("a lane whose owner left without letting go of it is drained by another daemon", async () => {
  const waypost = await startTestDaemon();
  try {
    const { organizationId, channelId: laneId } = waypost;
    await claimLane(waypost.sql, { organizationId, kind: "channel", laneId }, "dmn_gone");
    const accepted = await send(waypost);
    await waypost.until(accepted, "read");
  } finally {
    await waypost.stop();
  }
});

test("a daemon that leaves frees the lanes that it could not let go of", async () => {
  const lane = newLane();
  await beat(database.sql, "dmn_leaves", { ...ABOUT, workerPools: [] });
  await claimLane(database.sql, lane, "dmn_leaves");
  await leave(database.sql, "dmn_leaves");
  expect(await ownerOf(lane)).toBeNull();
  expect(await isToBeWoken(lane)).toBe(true);
});

test("a call that a daemon left behind is made again at once only where the platform drops copies", async () => {
  const [drops, keeps] = [newLane(), newLane()];
  await channelOf(drops, true);
  await channelOf(keeps, false);
  for (const lane of [drops, keeps]) await leftBehind(lane);
  const due = await database.sql`
    select lane_id from lane_items where state = 'unknown' and due_at <= now()`;
  expect([...due]).toEqual([{ lane_id: drops.laneId }]);
});

async function channelOf({ organizationId, laneId }: LaneKey, dropsCopies: boolean): Promise<void> {
  await insertChannel(database.sql, {
    ...{ organization_id: organizationId, id: laneId, platform: "other", status: "connected" },
    ...{ name: "Other", settings: {}, drops_copies: dropsCopies },
  });
}

test("what a daemon was at that lost the lane and then died makes it one that nobody attends to", async () => {
  const [lost, held, begunNow] = [newLane(), newLane(), newLane()];
  await beat(database.sql, "dmn_holds", { ...ABOUT, workerPools: [] });
  await claimLane(database.sql, held, "dmn_holds");
  const earlier = new Date(Date.now() - 60_000);
  for (const lane of [lost, held]) await begun(lane, earlier);
  await begun(begunNow, new Date());
  const found = (await overdueLanes(database.sql)).map(({ laneId }) => laneId);
  expect(found.filter((id) => [lost, held, begunNow].some(({ laneId }) => laneId === id))).toEqual([
    lost.laneId,
  ]);
});

/** A call was out when its daemon was gone, and another daemon takes the lane. */
async function leftBehind(lane: LaneKey): Promise<void> {
  await claimLane(database.sql, lane, "dmn_gone");
  await begun(lane, new Date());
  await leave(database.sql, "dmn_gone");
  await claimLane(database.sql, lane, "dmn_next");
}

/** A call that began at that time, and of which nothing was heard since. */
async function begun({ organizationId, kind, laneId }: LaneKey, at: Date): Promise<void> {
  await database.sql`
    insert into lane_items ${database.sql({
      ...{ organization_id: organizationId, lane_id: laneId, kind, item_id: Bun.randomUUIDv7() },
      ...{ order_key: laneId, state: "sending", attempt: 1, due_at: at, started_at: at },
    })}`;
}

test("a paired number's lane goes to who holds the number now, after a drain of the holder before had failed", async () => {
  const lane = newLane();
  const held = (daemon: string) => database.sql`
    insert into web_sessions (organization_id, channel_id, data_key, owner, lease_until)
    values (${lane.organizationId}, ${lane.laneId}, '', ${daemon}, now() + interval '1 minute')
    on conflict (organization_id, channel_id) do update set owner = excluded.owner`;
  await held("dmn_before");
  expect(await claimLane(database.sql, lane, "dmn_before")).toBe(true);
  await held("dmn_now");
  expect(await claimLane(database.sql, lane, "dmn_now")).toBe(false);
  // looks after a lane that has its name, and that it no longer drains
  expect(await claimLane(database.sql, lane, "dmn_before")).toBe(false);
  expect(await claimLane(database.sql, lane, "dmn_now")).toBe(true);
});

test("the lanes of a daemon that is alive stay its own", async () => {
  const lane = newLane();
  await beat(database.sql, "dmn_alive", { ...ABOUT, workerPools: [] });
  await claimLane(database.sql, lane, "dmn_alive");
  await sweep(database.sql);
  expect(await ownerOf(lane)).toBe("dmn_alive");
});

test("rows that a stuck transaction holds are left for a later sweep, and hold up neither sweep nor heartbeat", async () => {
  const [locked, free] = [newLane(), newLane()];
  await beat(database.sql, "dmn_silent", { ...ABOUT, workerPools: [] });
  for (const lane of [locked, free]) await claimLane(database.sql, lane, "dmn_gone");
  await database.sql`update daemons set heartbeat_at = now() - interval '1 minute' where id = 'dmn_silent'`;
  const stuck = connect(database.url, { max: 1 });
  await stuck
    .begin(async (transaction) => {
      await transaction`select from lanes where lane_id = ${locked.laneId} for update`;
      await transaction`select from daemons where id = 'dmn_silent' for share`;
      await sweep(database.sql);
      await beat(database.sql, "dmn_alive", { ...ABOUT, workerPools: [] });
    })
    .finally(() => stuck.end());
  expect([await ownerOf(locked), await ownerOf(free)]).toEqual(["dmn_gone", null]);
  expect(await sweep(database.sql)).toEqual(["dmn_silent"]);
  expect(await ownerOf(locked)).toBeNull();
});

test("a lane that can't be woken because a stuck transaction wakes it, too, is freed later", async () => {
  const lane = newLane();
  const stuck = connect(database.url, { max: 1 });
  await stuck
    .begin(async (transaction) => {
      await transaction`select wake_lane('org_test', 'channel', ${lane.laneId})`;
      await claimLane(database.sql, lane, "dmn_gone");
      await sweep(database.sql);
      expect(await ownerOf(lane)).toBe("dmn_gone");
    })
    .finally(() => stuck.end());
  await sweep(database.sql);
  expect(await ownerOf(lane)).toBeNull();
});

test("jobs of workers that no daemon knows are unlocked after a minute, others stay locked", async () => {
  await beat(database.sql, "dmn_alive", { ...ABOUT, workerPools: ["pool_known"] });
  for (const pool of ["pool_known", "pool_unknown"]) await lockJob(pool, "2 minutes");
  await lockJob("pool_new", "1 second");
  await look(database.sql, "dmn_looks", { patiently: true });
  const locked = await database.sql`
    select locked_by from graphile_worker.jobs where locked_by is not null order by locked_by`;
  expect(locked.map((job) => job.locked_by)).toEqual(["pool_known", "pool_new"]);
});

test("jobs that a daemon took and never heard of are unlocked after a minute, others stay locked", async () => {
  const idOf = async (key: string) =>
    (await database.sql<{ id: string }[]>`select id::text from graphile_worker.jobs where key = ${key}`)[0]
      ?.id ?? "";
  for (const key of ["unheard", "held"]) await lockJob("pool_mine", "2 minutes", key);
  await lockJob("pool_mine", "1 second", "young");
  await look(database.sql, "dmn_mine", {
    ...{ workerPools: ["pool_mine"], heldJobs: [await idOf("held")], patiently: true },
  });
  const locked = await database.sql`
    select key from graphile_worker.jobs where locked_by = 'pool_mine' order by key`;
  expect(locked.map(({ key }) => key)).toEqual(["held", "young"]);
});

test("a job whose daemon took it and never heard of it is done all the same", async () => {
  const waypost = await startTestDaemon();
  try {
    await waypost.sql`
      create function lose_job() returns trigger language plpgsql as $$
      begin
        new.locked_by := (select worker_pools[1] from daemons);
        new.locked_at := now() - interval '2 minutes';
        return new;
      end $$`;
    await waypost.sql`
      create trigger lose_job before insert on graphile_worker._private_jobs
      for each row execute function lose_job()`;
    const { body } = await waypost.call("POST", "/v1/templates/sync", {});
    const sync = async () => (await waypost.call("GET", `/v1/templates/sync/${body.id}`)).body;
    await until(async () => (await sync()).status === "succeeded");
  } finally {
    await waypost.stop();
  }
});

test("a paired number is free as soon as its daemon has no row", async () => {
  await database.sql`
    insert into web_sessions (organization_id, channel_id, data_key, owner, lease_until)
    values ('org_test', 'ch_paired', '', 'dmn_gone', now() + interval '1 hour')`;
  await sweep(database.sql);
  const [session] = await database.sql`select owner, lease_until from web_sessions`;
  expect({ ...session }).toEqual({ owner: null, lease_until: null });
});

async function send(waypost: TestDaemon): Promise<string> {
  const body = {
    channel_id: waypost.channelId,
    to: "14155550100",
    type: "text",
    content: { body: "x" },
  };
  return (await waypost.call("POST", "/v1/messages", body)).body.id;
}

async function lockJob(pool: string, age: string, key = pool): Promise<void> {
  await database.sql`select graphile_worker.add_job('lane', job_key => ${key})`;
  await database.sql`
    update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now() - ${age}::interval
    where key = ${key}`;
}
