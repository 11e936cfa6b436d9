/** Messages that wait in two conversations that become one are sent in the order of their acceptance, one at a time. */
import { beforeAll, expect, test } from "bun:test";
import { begun, sendOf } from "../../daemon/messages/lane/begun.ts";
import type { Sql } from "../../db/connection/client.ts";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { peekSends, startSends } from "../../db/messages/sends.ts";
import { amid } from "../contacts/amid.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const organization = "org_test";
const channel = "ch_test";
const key = { organizationId: organization, channelId: channel };
const DAEMON = "dmn_test";
let serial = 10;
const [KEPT, GONE] = ["14155550100", "14155550101"];

beforeAll(async () => {
  await makePartitions(database.sql);
  await database.sql`
    insert into channels (organization_id, id, platform, status, name, messaging_limit)
    values (${organization}, ${channel}, 'whatsapp_official', 'connected', 'Test', 'TIER_250')`;
  await database.sql`insert into portfolios (id, messaging_limit) values (${channel}, 250)`;
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

/** The due items of the lane, while the daemon knows of no sends in progress. */
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

type Item = ReturnType<typeof sendOf>;
type Options = Parameters<typeof startSends>[4];

const read = async () =>
  (await peekSends(database.sql, key, [{ priority: 1, busy: [], most: 10 }])).map((row) => sendOf(row));

/** Begins items as the lane of a channel does; returns those that are called, with the key of their place. */
async function begin(items: readonly Item[], options: Options = {}): Promise<string[][]> {
  const ids = items.map(({ itemId }) => itemId);
  const orderKeys = items.map(({ orderKey }) => orderKey);
  const started = await startSends(database.sql, key, DAEMON, ids, { ...options, orderKeys });
  return begun(items, started).map(({ itemId, orderKey }) => [itemId, orderKey]);
}

/** Two people with a message each, of whom the first becomes part of the second. */
async function people() {
  const [gone, kept] = [`141555502${++serial}`, `141555502${++serial}`];
  const moved = await accept(gone);
  await accept(kept);
  const contactOf = async (phone: string) => {
    const [row] = await database.sql<{ id: string }[]>`
      select contact_of(${organization}, 'phone', ${phone}) as id`;
    return row?.id ?? "";
  };
  const [target, merged] = [await contactOf(kept), await contactOf(gone)];
  return { moved, merge: (sql: Sql) => mergeContacts(sql, organization, target, merged) };
}

const stateOf = async (id: string) => {
  const [row] = await database.sql`select state from lane_items where item_id = ${id}`;
  return row?.state;
};

test("a message that was read before a merge moved it begins once, in its new place", async () => {
  const { moved, merge } = await people();
  const before = (await read()).filter(({ itemId }) => itemId === moved);
  await merge(database.sql);
  const after = (await read()).filter(({ itemId }) => itemId === moved);
  expect(after.map(({ orderKey }) => orderKey)).not.toEqual(before.map(({ orderKey }) => orderKey));
  expect(await begin(before)).toEqual([]);
  expect(await begin([...before, ...after])).toEqual([[moved, after[0]?.orderKey ?? ""]]);
});

test.each<[string, (id: string) => Promise<Options>]>([
  ["its row", async () => ({})],
  [
    "its row, to be tried again",
    async (id) => {
      await database.sql`update lane_items set attempt = 1 where item_id = ${id}`;
      return {};
    },
  ],
  ["its portfolio", async (id) => ({ counted: [id] })],
])(
  "one that a merge moves while its beginning waits for %s does not begin, and is read again",
  async (_, wait) => {
    const { moved, merge } = await people();
    const options = await wait(moved);
    const before = (await read()).filter(({ itemId }) => itemId === moved);
    expect(await amid(database.sql, merge, () => begin(before, options))).toEqual([]);
    expect(await stateOf(moved)).toBe("queued");
    const after = (await read()).filter(({ itemId }) => itemId === moved);
    expect(await begin(after)).toEqual([[moved, after[0]?.orderKey ?? ""]]);
  },
);
