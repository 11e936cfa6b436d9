import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

/* Two transactions that meet: one may wait for the other, but never both for each other. */
const organization = "org_test";
const channel = "ch_test";
const DAEMON = "dmn_test";
let database: TestDatabase;
let sessions: [Sql, Sql, Sql];

beforeAll(async () => {
  database = await testDatabase();
  sessions = [0, 1, 2].map(() => connect(database.url, { max: 1 })) as [Sql, Sql, Sql];
  await makePartitions(database.sql);
  await database.sql`
    insert into webhook_endpoints (organization_id, id, url, filter_types) values
      (${organization}, 'ep_a', 'https://example.com', array['message.status_update']),
      (${organization}, 'ep_b', 'https://example.com', array['contact.created'])`;
});
afterAll(async () => {
  await Promise.all(sessions.map((session) => session.end()));
  await database.drop();
});
/** Lanes that a daemon works on and that nobody has woken yet: each waker writes their rows. */
beforeEach(async () => {
  await database.sql`delete from lanes`;
  await claimLane(database.sql, { organizationId: organization, kind: "channel", laneId: channel }, DAEMON);
  for (const laneId of ["ep_a", "ep_b"])
    await claimLane(database.sql, { organizationId: organization, kind: "endpoint", laneId }, DAEMON);
});

test("giving a message up does not lock in another order than accepting one", async () => {
  const [first, second, holder] = sessions;
  const given = await acceptInto(database.sql);
  await database.sql`select start_sends(${organization}, ${channel}, ${DAEMON}, array[${given}]::uuid[], null)`;
  await database.sql`update lane_items set state = 'unknown', due_at = now()`;
  await database.sql`update lanes set woken = false`;
  const letGo = await holdMessage(holder, given);
  const givingUp = first`select * from start_sends(${organization}, ${channel}, ${DAEMON}, array[${given}]::uuid[], 1)`;
  const stopped = givingUp.execute();
  await untilWaiting(1);
  const accepted = acceptInto(second);
  await Promise.race([accepted, untilWaiting(2)]);
  await letGo();
  await Promise.all([stopped, accepted]);
  expect(await statusOf(given)).toBe("failed");
});

test("cancelling a message does not lock in another order than starting its send", async () => {
  const [first, second, holder] = sessions;
  const given = await acceptInto(database.sql);
  await database.sql`update lanes set woken = false`;
  const letGo = await holdMessage(holder, given);
  const cancelled = first`select cancel_message(${organization}, ${given}) as done`.execute();
  await untilWaiting(1);
  const started = second`
    select * from start_sends(${organization}, ${channel}, ${DAEMON}, array[${given}]::uuid[], null)`.execute();
  await untilWaiting(2);
  await letGo();
  expect((await cancelled)[0]?.done).toBe(true);
  expect(await started).toHaveLength(0);
});

test("merging contacts does not lock in another order than finishing a send", async () => {
  const [first, second, holder] = sessions;
  await acceptInto(database.sql);
  const given = await acceptInto(database.sql, "14155550101");
  await database.sql`select start_sends(${organization}, ${channel}, ${DAEMON}, array[${given}]::uuid[], null)`;
  // between its lane item and its message
  await holder`begin`;
  await holder`
    insert into message_attempts (organization_id, message_id, attempt, daemon_id, started_at)
    values (${organization}, ${given}, 1, 'another', now())`;
  const results = JSON.stringify([{ message_id: given, attempt: 1, outcome: "sent" }]);
  const finished = first`select finish_sends(${organization}, ${channel}, ${results}::text::json)`.execute();
  await untilWaiting(1);
  const merged = second`
    select merge_contacts(${organization}, contact_of(${organization}, 'phone', '14155550100'),
      contact_of(${organization}, 'phone', '14155550101'))`.execute();
  await untilWaiting(2);
  await holder`rollback`;
  await Promise.all([finished, merged]);
  expect(await statusOf(given)).toBe("sent");
});

test("transactions that write events in several batches wake endpoints in one order", async () => {
  const [first, second] = sessions;
  await first`begin`;
  await second`begin`;
  await emit(first, "message.status_update");
  await emit(second, "contact.created");
  const others = [emit(first, "contact.created"), emit(second, "message.status_update")];
  const ends = [others[0]?.then(() => first`commit`), others[1]?.then(() => second`commit`)];
  await Promise.all(ends);
  const woken =
    await database.sql`select lane_id from lanes where kind = 'endpoint' and woken order by lane_id`;
  expect(woken.map((lane) => lane.lane_id)).toEqual(["ep_a", "ep_b"]);
});

test("events wake nobody when their transaction is undone", async () => {
  const [first] = sessions;
  await first`begin`;
  await emit(first, "contact.created");
  await first`rollback`;
  await emit(first, "message.status_update");
  const woken = await database.sql`select lane_id from lanes where kind = 'endpoint' and woken`;
  expect(woken.map((lane) => lane.lane_id)).toEqual(["ep_a"]);
});

async function emit(sql: Sql, type: string): Promise<void> {
  await sql`select emit_events(array[row(${organization}, null, ${type}::text, '{}')::event_input])`;
}

async function acceptInto(sql: Sql, address = "14155550100"): Promise<string> {
  const id = Bun.randomUUIDv7();
  const input = {
    ...{ n: 0, organization_id: organization, id, channel_id: channel, address },
    ...{ type: "text", content: '{"body":"x"}', needs_window: false, addressed: true },
    created_at: new Date().toISOString(),
  };
  await sql`select accept_messages(${JSON.stringify([input])}::text::json)`;
  return id;
}

/** Locks a message until the function that is returned is called. */
async function holdMessage(sql: Sql, id: string): Promise<() => Promise<void>> {
  await sql`begin`;
  await sql`select from messages where id = ${id} for update`;
  return async () => void (await sql`commit`);
}

async function untilWaiting(sessions: number): Promise<void> {
  const waiting = () => database.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => (await waiting()).length >= sessions);
}

async function statusOf(id: string): Promise<string> {
  return (await database.sql`select status from messages where id = ${id}`)[0]?.status;
}
