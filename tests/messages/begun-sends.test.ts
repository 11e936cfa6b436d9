/** A message that begins as it is accepted, in place of being read from its lane, keeps its place in its conversation. */
import { beforeAll, expect, test } from "bun:test";
import { claimLane, LANE_WOKEN_CHANNEL } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";
import { textInput } from "./text-input.ts";

const DAEMON = "dmn_test";
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
  { by = null, begins = false }: { by?: string | null; begins?: boolean } = {},
) {
  const id = Bun.randomUUIDv7();
  const input = textInput({ id, address, ...more });
  const [outcome] = await acceptMessages(database.sql, [input], by, begins ? [id] : []);
  return { id, conversation: outcome?.conversation_id, begun: outcome?.begun };
}

/** Accepts one that would begin at once. */
const begin = (address: string, { by = DAEMON, ...more }: { by?: string; priority?: number } = {}) =>
  accept(address, more, { by, begins: true });

test("it begins where nothing is before it, and its attempt is recorded", async () => {
  const { id, begun } = await begin("14155550101");
  expect(begun).toBe(true);
  expect(await database.sql`select state, attempt from lane_items where item_id = ${id}`).toMatchObject([
    { state: "sending", attempt: 1 },
  ]);
});

test("one that nobody wants to begin only waits", async () => {
  expect((await accept("14155550102", {}, { by: DAEMON })).begun).toBe(false);
});

for (const [what, address, more] of [
  ["of the same urgency", "14155550201", {}],
  ["that is less urgent", "14155550202", { priority: 2 }],
  ["that is scheduled", "14155550203", { scheduled_at: new Date(Date.now() + 60_000).toISOString() }],
] as const) {
  test(`it waits behind one ${what}`, async () => {
    await accept(address, more);
    expect((await begin(address)).begun).toBe(false);
  });
}

test("it waits behind another one that is not urgent, if it isn't either", async () => {
  await accept("14155550204", { priority: 2 });
  expect((await begin("14155550204", { priority: 2 })).begun).toBe(false);
});

test("it waits behind one that is being sent", async () => {
  await begin("14155550301");
  expect((await begin("14155550301")).begun).toBe(false);
});

test("it is accepted, and waits, where another daemon has the lane", async () => {
  const { id, begun } = await begin("14155550401", { by: "dmn_other" });
  expect(begun).toBe(false);
  expect(await database.sql`select state from lane_items where item_id = ${id}`).toHaveLength(1);
});

test("an accepted message has its conversation", async () => {
  const one = await accept("14155550501");
  expect(one.conversation).toMatch(/^cv_/);
  expect((await accept("14155550501")).conversation).toBe(one.conversation);
});

test("the daemon that drains the lane is not notified of messages that it accepts itself", async () => {
  const notified: string[] = [];
  const { unlisten } = await database.sql.listen(LANE_WOKEN_CHANNEL, (lane) => notified.push(lane));
  await accept("14155550601", {}, { by: DAEMON });
  await accept("14155550602", {}, { by: "dmn_other" });
  await accept("14155550603");
  // notifications come in the order of commits
  await database.sql`select pg_notify(${LANE_WOKEN_CHANNEL}, 'the end')`;
  await until(() => notified.at(-1) === "the end");
  await unlisten();
  expect(notified).toHaveLength(3);
});
