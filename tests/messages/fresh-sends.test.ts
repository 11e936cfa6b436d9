/** A message that is handed to its lane as it is accepted, in place of being read, keeps its place in its conversation. */
import { beforeAll, expect, test } from "bun:test";
import { claimLane, LANE_WOKEN_CHANNEL } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/messages.ts";
import { startSends } from "../../db/messages/sends.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const DAEMON = "dmn_test";
const channel = { organizationId: "org_test", channelId: "ch_test" };
const database = sharedDatabase();
beforeAll(async () => {
  await makePartitions(database.sql);
  await database.sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org_test', 'ch_test', 'whatsapp_official', 'connected', 'Test')`;
  await claimLane(database.sql, { organizationId: "org_test", kind: "channel", laneId: "ch_test" }, DAEMON);
});

async function accept(
  address: string,
  more: { priority?: number; scheduled_at?: string } = {},
  by: string | null = null,
) {
  const id = Bun.randomUUIDv7();
  const [outcome] = await acceptMessages(
    database.sql,
    [
      {
        ...{ n: 0, organization_id: "org_test", id, channel_id: "ch_test", conversation_id: null, address },
        ...{ type: "text", content: '{"body":"x"}', metadata: null, scheduled_at: null, needs_window: false },
        ...{
          addressed: true,
          created_at: new Date().toISOString(),
          idempotency_key: null,
          fingerprint: null,
        },
        response: "{}",
        ...more,
      },
    ],
    by,
  );
  return { id, conversation: outcome?.conversation_id };
}

const startFresh = async (...ids: string[]) => {
  const started = await startSends(database.sql, channel, DAEMON, ids, { fresh: ids });
  return started.map(({ message_id }) => message_id);
};

test("it starts where nothing is before it", async () => {
  const { id } = await accept("14155550101");
  expect(await startFresh(id)).toEqual([id]);
});

for (const [what, more] of Object.entries({
  "of the same urgency": {},
  "that is less urgent": { priority: 2 },
  "that is scheduled": { scheduled_at: new Date(Date.now() + 60_000).toISOString() },
})) {
  test(`it is left to the next look behind one ${what}`, async () => {
    const address = `1415555020${Object.keys(more).length}${"priority" in more ? 1 : 0}`;
    await accept(address, more);
    const { id } = await accept(address);
    expect(await startFresh(id)).toEqual([]);
  });
}

test("it is left to the next look behind one that is being sent", async () => {
  const first = await accept("14155550301");
  await startFresh(first.id);
  const { id } = await accept("14155550301");
  expect(await startFresh(id)).toEqual([]);
});

test("one that was read goes all the same", async () => {
  await accept("14155550401");
  const { id } = await accept("14155550401");
  const started = await startSends(database.sql, channel, DAEMON, [id]);
  expect(started).toHaveLength(1);
});

test("an accepted message has its conversation", async () => {
  const one = await accept("14155550501");
  expect(one.conversation).toMatch(/^cv_/);
  expect((await accept("14155550501")).conversation).toBe(one.conversation);
});

test("the daemon that drains the lane is not notified of messages that it accepts itself", async () => {
  const notified: string[] = [];
  const { unlisten } = await database.sql.listen(LANE_WOKEN_CHANNEL, (lane) => notified.push(lane));
  await accept("14155550601", {}, DAEMON);
  await accept("14155550602", {}, "dmn_other");
  await accept("14155550603");
  // notifications come in the order of commits
  await database.sql`select pg_notify(${LANE_WOKEN_CHANNEL}, 'the end')`;
  await until(() => notified.at(-1) === "the end");
  await unlisten();
  expect(notified).toHaveLength(3);
});
