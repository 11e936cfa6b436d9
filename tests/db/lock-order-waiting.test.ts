/**
 * What ends messages counts again since when people wait, and so locks conversations, too: before anything else, as a
 * merge of contacts does. Two transactions that meet; one may wait for the other, but never both for each other.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

const organization = "org_test";
const DAEMON = "dmn_test";
/** In the order in which a merge locks the conversations on them. */
const [first_channel, second_channel] = ["ch_1", "ch_2"] as const;
let database: TestDatabase;
let sessions: [Sql, Sql, Sql];
let serial = 0;

beforeAll(async () => {
  database = await testDatabase();
  sessions = [0, 1, 2].map(() => connect(database.url, { max: 1 })) as [Sql, Sql, Sql];
  await makePartitions(database.sql);
});
afterAll(async () => {
  await Promise.all(sessions.map((session) => session.end()));
  await database.drop();
});
beforeEach(async () => {
  await database.sql`delete from lanes`;
  await claimLane(
    database.sql,
    { organizationId: organization, kind: "channel", laneId: first_channel },
    DAEMON,
  );
});

type End = (sql: Sql, message: string, conversation: string) => PromiseLike<unknown>;

/** How a message fails or is cancelled; each reaches the message while somebody holds it. */
const ENDS: Record<string, { before?: End; run: End; status: string }> = {
  "cancelling one": {
    run: (sql, message) => sql`select cancel_message(${organization}, ${message})`,
    status: "cancelled",
  },
  "cancelling many": {
    before: (sql, message, conversation) => sql`
      insert into message_cancellations (organization_id, id, conversation_id, last_position, dry_run)
      values (${organization}, ${message}, ${conversation}, 1000000, false)`,
    run: (sql, message) => sql`select step_cancellation(${organization}, ${message}, 100)`,
    status: "cancelled",
  },
  "ending what waits past its end": {
    before: (sql, message) => sql`update lane_items set expires_at = now() where item_id = ${message}`,
    run: (sql) => sql`select expire_messages(100)`,
    status: "failed",
  },
  "ending what waits in a channel": {
    run: (sql) =>
      sql`select end_channel_sends(${organization}, ${first_channel}, 100, false, interval '0', 'unknown_when_deleted')`,
    status: "cancelled",
  },
  "taking back a broadcast": {
    run: (sql, message) => sql`select take_back(${organization}, array[${message}]::uuid[])`,
    status: "cancelled",
  },
  "a refused send": {
    before: (sql, message) => start(sql, message),
    run: (sql, message) => {
      const results = JSON.stringify([{ message_id: message, attempt: 1, outcome: "failed", error: "{}" }]);
      return sql`select finish_sends(${organization}, ${first_channel}, ${results}::text::json)`;
    },
    status: "failed",
  },
  "a send that is given up": {
    before: async (sql, message) => {
      await start(sql, message);
      await sql`update lane_items set state = 'unknown', due_at = now() where item_id = ${message}`;
    },
    run: (sql, message) => start(sql, message, 1),
    status: "failed",
  },
  "a status that says it failed": {
    before: (sql, message) => sql`delete from lane_items where item_id = ${message}`,
    run: (sql, message) => {
      const statuses = JSON.stringify([
        { message_id: message, status: "failed", at: new Date(), error: "{}" },
      ]);
      return sql`select apply_statuses(${organization}, ${first_channel}, ${statuses}::text::json)`;
    },
    status: "failed",
  },
};

test.each(Object.keys(ENDS))("%s does not lock in another order than merging contacts", async (name) => {
  const { before, run, status } = ENDS[name] as (typeof ENDS)[string];
  const [ending, merging, holder] = sessions;
  const [kept, gone] = [nextAddress(), nextAddress()];
  await hear(kept, first_channel);
  const conversation = await hear(gone, first_channel);
  const message = await acceptInto(gone, first_channel);
  await before?.(database.sql, message, conversation);
  await holder`begin`;
  await holder`select from messages where id = ${message} for update`;
  const ended = Promise.resolve(run(ending, message, conversation));
  await untilWaiting(1);
  const merged = merge(merging, kept, gone).execute();
  await untilWaiting(2);
  await holder`commit`;
  await Promise.all([ended, merged]);
  const [row] = await database.sql`select status from messages where id = ${message}`;
  expect(row?.status).toBe(status);
});

test("answering somebody on two channels does not lock in another order than merging contacts", async () => {
  const [answering, merging, holder] = sessions;
  const [kept, gone] = [nextAddress(), nextAddress()];
  await hear(gone, first_channel);
  // by their ids, the other way round than by their channels
  const ofSecond = await hear(kept, second_channel);
  const ofFirst = await hear(kept, first_channel);
  await holder`begin`;
  await holder`select from conversations where id = ${ofSecond} for no key update`;
  const settled = answering`select settle_waiting(${organization}, ${[ofSecond, ofFirst]}::text[])`.execute();
  await untilWaiting(1);
  const merged = merge(merging, kept, gone).execute();
  await untilWaiting(2);
  await holder`commit`;
  await Promise.all([settled, merged]);
});

const nextAddress = () => `1415555${String(++serial).padStart(4, "0")}`;

/** Somebody writes; resolves with the conversation's id. */
async function hear(address: string, channel: string): Promise<string> {
  const message = {
    ...{ id: Bun.randomUUIDv7(), provider_message_id: crypto.randomUUID(), direction: "inbound" },
    ...{
      identity_type: "phone",
      identity_value: address,
      type: "text",
      content: '{"body":"Hi"}',
      at: new Date(),
    },
  };
  await database.sql`select receive_messages(${organization}, ${channel}, ${JSON.stringify([message])}::text::json)`;
  const [row] = await database.sql`select conversation_id from messages where id = ${message.id}`;
  return row?.conversation_id;
}

async function acceptInto(address: string, channel: string): Promise<string> {
  const id = Bun.randomUUIDv7();
  const input = {
    ...{ n: 0, organization_id: organization, id, channel_id: channel, address },
    ...{ type: "text", content: '{"body":"x"}', needs_window: false, addressed: true },
    created_at: new Date().toISOString(),
  };
  await database.sql`select accept_messages(${JSON.stringify([input])}::text::json)`;
  return id;
}

function start(sql: Sql, message: string, mostDoubts: number | null = null) {
  return sql`
    select * from start_sends(${organization}, ${first_channel}, ${DAEMON}, array[${message}]::uuid[], ${mostDoubts}::integer)`;
}

function merge(sql: Sql, kept: string, gone: string) {
  return sql`
    select merge_contacts(${organization}, contact_of(${organization}, 'phone', ${kept}),
      contact_of(${organization}, 'phone', ${gone}))`;
}

async function untilWaiting(sessions: number): Promise<void> {
  const waiting = () => database.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => (await waiting()).length >= sessions);
}
