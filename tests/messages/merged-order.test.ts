/** What waits in two conversations that become one goes in the order in which it was accepted, one after another. */
import { beforeAll, expect, test } from "bun:test";
import { begun, sendOf } from "../../daemon/messages/lane/begun.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { type DueSend, startSends } from "../../db/messages/sends.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const organization = "org_test";
const channel = "ch_test";
const DAEMON = "dmn_test";
const [KEPT, GONE] = ["14155550100", "14155550101"];

beforeAll(async () => {
  await makePartitions(database.sql);
  await claimLane(database.sql, { organizationId: organization, kind: "channel", laneId: channel }, DAEMON);
});

async function accept(address: string): Promise<string> {
  const id = Bun.randomUUIDv7();
  const input = {
    ...{ n: 0, organization_id: organization, id, channel_id: channel, address, type: "text" },
    ...{ content: '{"body":"x"}', needs_window: false, addressed: true, created_at: new Date() },
  };
  await database.sql`select accept_messages(${JSON.stringify([input])}::text::json)`;
  return id;
}

const start = (id: string) =>
  database.sql`select from start_sends(${organization}, ${channel}, ${DAEMON}, array[${id}]::uuid[], null)`;

async function finish(id: string): Promise<void> {
  const results = JSON.stringify([{ message_id: id, attempt: 1, outcome: "sent" }]);
  await database.sql`select finish_sends(${organization}, ${channel}, ${results}::text::json)`;
}

/** What a look at the lane finds, while nothing is out that the daemon knows of. */
async function due(): Promise<string[]> {
  const looks = JSON.stringify([{ priority: 1, busy: [], most: 10 }]);
  const rows = await database.sql<{ item_id: string }[]>`
    select item_id from due_sends(${organization}, ${channel}, ${looks}::text::json)`;
  return rows.map(({ item_id }) => item_id);
}

test("a message that is being sent holds back those after it", async () => {
  const out = await accept(GONE);
  await start(out);
  const [second, third] = [await accept(KEPT), await accept(GONE)];
  await database.sql`
    select merge_contacts(${organization}, contact_of(${organization}, 'phone', ${KEPT}),
      contact_of(${organization}, 'phone', ${GONE}))`;
  const keys = await database.sql`select distinct order_key from lane_items where kind = 'channel'`;
  expect(keys.length).toBe(1);
  expect(await due()).toEqual([]);
  await finish(out);
  expect(await due()).toEqual([second, third]);
});

test("a message that was read before a merge moved it begins once, in its new place", async () => {
  const [person, other] = ["14155550110", "14155550111"];
  const moved = await accept(person);
  await accept(other);
  const read = async () => {
    const rows = await database.sql<{ item_id: string; order_key: string }[]>`
      select item_id, order_key from lane_items where item_id = ${moved}`;
    return rows.map((row) => sendOf(row as DueSend));
  };
  const before = await read();
  await database.sql`
    select merge_contacts(${organization}, contact_of(${organization}, 'phone', ${other}),
      contact_of(${organization}, 'phone', ${person}))`;
  const items = [...before, ...(await read())];
  const started = await startSends(
    database.sql,
    { organizationId: organization, channelId: channel },
    DAEMON,
    items.map(({ itemId }) => itemId),
    { orderKeys: items.map(({ orderKey }) => orderKey) },
  );
  expect(begun(items, started).map(({ itemId, orderKey }) => [itemId, orderKey])).toEqual([
    [moved, items[1]?.orderKey ?? ""],
  ]);
});
