/** A message whose accepting was committed, with the record of its first attempt, and whose answer got lost. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import type { LaneItem, OpenLane } from "../../daemon/lanes/lane.ts";
import { counting } from "../../daemon/lanes/unfinished.ts";
import { takeBackSends } from "../../db/messages/sends.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { eventually, until } from "../support/until.ts";

const LOCK = 64_009;
let database: TestDatabase;
let relay: Relay;
let waypost: OwnDaemon;
const answers = new Set<PassThrough>();

beforeAll(async () => {
  database = await testDatabase();
  relay = await startRelay(database.url, () => {
    const answer = new PassThrough();
    answers.add(answer);
    return answer;
  });
  waypost = await startTestDaemon({ databaseUrl: relay.url, config: { outcomeGraceSeconds: 3600 } });
  await database.sql.unsafe(`
    create function stand_still() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$;
    create trigger stand_still before insert on lane_items for each row execute function stand_still();`);
});
afterAll(async () => {
  await waypost.stop();
  await relay.refuse();
  await database.drop();
});

const message = (to: string) => ({
  channel_id: waypost.channelId,
  to,
  type: "text",
  content: { body: "Hello" },
});

test.each(["at_most_once", "at_least_once"])(
  "%s: it is sent once, and marked as nothing",
  async (delivery) => {
    const { call } = waypost;
    await call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { delivery } });
    await waypost.until((await call("POST", "/v1/messages", message("14155550101"))).body.id, "read");

    const holder = await database.sql.reserve();
    await holder`select pg_advisory_lock(${LOCK})`;
    const accepting = call("POST", "/v1/messages", message("14155550102"));
    await until(async () => {
      const waiting = await database.admin`
      select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
      return waiting.length > 0;
    });
    for (const answer of answers) answer.pause().unpipe();
    await holder`select pg_advisory_unlock(${LOCK})`;
    holder.release();
    const { id } = await eventually("message", async () => {
      const [row] = await database.sql<{ id: string; attempt: number }[]>`
      select message.id, item.attempt from messages as message join lane_items as item on item.item_id = message.id::text
      where message.address = '14155550102' and message.status = 'queued'`;
      expect(row?.attempt ?? 1).toBe(1);
      return row;
    });
    relay.cut();
    expect((await accepting).status).toBe(503);

    const record = await waypost.until(id, "read");
    expect(record).toMatchObject({ attempts: 1, possible_duplicate: false });
    const calls = await fetch(`${waypost.sandbox.url}/sandbox/messages?callback=${id}`);
    expect(((await calls.json()) as { data: unknown[] }).data).toHaveLength(1);
  },
);

const key = () => ({ organizationId: waypost.organizationId, channelId: waypost.channelId });

/** A message that waits, as its lane has it, and how it stands after its attempt is taken back. */
async function takenBack(
  change: { state: string; attempt: number; daemon_id: string },
  known: { attempt: number },
) {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await waypost.call("POST", "/v1/messages", {
    ...message("14155550109"),
    scheduled_at: later,
  });
  const { sql } = waypost;
  await sql`update lane_items set ${sql(change)}, started_at = now() where item_id = ${body.id}`;
  await takeBackSends(sql, key(), "dmn_test", [{ itemId: body.id, row: { state: "queued", ...known } }]);
  const [item] = await sql`select state, attempt from lane_items where item_id = ${body.id}`;
  return { ...item };
}

test.each([
  [
    "one that was doubted meanwhile",
    { state: "unknown", attempt: 3, daemon_id: "dmn_test" },
    2,
    { state: "queued", attempt: 2 },
  ],
  [
    "not another daemon's",
    { state: "sending", attempt: 1, daemon_id: "dmn_other" },
    0,
    { state: "sending", attempt: 1 },
  ],
  [
    "not a later attempt",
    { state: "sending", attempt: 2, daemon_id: "dmn_test" },
    0,
    { state: "sending", attempt: 2 },
  ],
])("what is taken back: %s", async (_, change, attempt, expected) => {
  expect(await takenBack(change, { attempt })).toEqual(expected);
});

test("a lane remembers what was to begin when the answer to that was lost", async () => {
  const unfinished = { calls: 0, uncalled: [] };
  const lane = { start: () => Promise.reject(new Error("lost")) } as unknown as OpenLane<LaneItem, unknown>;
  const item = { itemId: "1", orderKey: "a" };
  await counting(lane, unfinished, () => {})
    .start([item])
    .catch(() => {});
  expect(unfinished).toEqual({ calls: 0, uncalled: [item] } as never);
});
