import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { dropExpired, makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { textInput } from "../messages/text-input.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

/* Maintenance beside somebody who reads everything for long, as pg_dump does: nobody waits behind it. */
const DAY = 24 * 3600_000;
const LONG_AGO = new Date(Date.now() - 100 * DAY);
const LATER = new Date(Date.now() + 100 * DAY);
let database: TestDatabase;
let other: Sql;
beforeAll(async () => {
  database = await testDatabase();
  other = connect(database.url, { max: 1, idleTransactionTimeoutMs: 0 });
  await makePartitions(database.sql);
});
beforeEach(() => makePartitions(database.sql, LONG_AGO, 35));
afterAll(async () => {
  await other.end();
  await database.drop();
});

/** Does work while a transaction of another session reads every table, partitions and all. */
async function whileDumped<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = Promise.withResolvers<Result>();
  await other.begin("isolation level repeatable read", async (dump) => {
    await dump`lock table messages, message_attempts, events, deliveries in access share mode`;
    await dump`select count(*) from messages`;
    await work().then(result.resolve, result.reject);
  });
  return await result.promise;
}

async function acceptOne(): Promise<string | undefined> {
  const [answer] = await acceptMessages(database.sql, [textInput()]);
  return answer?.outcome;
}

async function acceptUntil(done: Promise<unknown>): Promise<void> {
  let over = false;
  void done.finally(() => {
    over = true;
  });
  while (!over) expect(await acceptOne()).toBe("accepted");
}

test("messages are accepted while old partitions can't be dropped for a dump; they are, after it", async () => {
  const during = await whileDumped(async () => {
    const dropping = dropExpired(database.sql, 30);
    await acceptUntil(dropping);
    return await dropping;
  });
  expect(during.dropped).toEqual([]);
  expect(during.waiting.map((name) => name.replace(/_\d+$/, "")).sort()).toEqual([
    "deliveries",
    "events",
    "message_attempts",
    "messages",
  ]);
  const after = await dropExpired(database.sql, 30);
  expect(after.waiting).toEqual([]);
  expect(after.dropped.length).toBeGreaterThanOrEqual(24);
  expect(after.dropped).toEqual(expect.arrayContaining(during.waiting));
});

test("partitions are made beside a dump", async () => {
  await whileDumped(async () => {
    const making = makePartitions(database.sql, LATER);
    await acceptUntil(making);
    expect(await making).toBeGreaterThan(0);
  });
});

test("a table that lost its place but could not be dropped yet is dropped later; what an operator keeps is not", async () => {
  const { sql } = database;
  const [first, second] = await sql<{ name: string }[]>`
    select name::text from partitions_of('events') where ends_at < now() order by starts_at limit 2`;
  await sql.unsafe(`alter table events detach partition ${first?.name}`);
  const left = await other.begin(async (reader) => {
    await sql.unsafe(`comment on table ${second?.name} is 'past its retention, to be dropped by Waypost'`);
    await sql.unsafe(`alter table events detach partition ${second?.name}`);
    await reader.unsafe(`lock table ${second?.name} in access share mode`);
    return await dropExpired(sql, 30);
  });
  expect(left.waiting).toEqual([second?.name as string]);
  expect((await dropExpired(sql, 30)).dropped).toEqual([second?.name as string]);
  const [kept] = await sql`select to_regclass(${first?.name as string}) is not null as kept`;
  expect(kept?.kept).toBe(true);
});

test("two daemons that drop at once don't disturb each other", async () => {
  const both = await Promise.all([dropExpired(database.sql, 30), dropExpired(database.sql, 30)]);
  const names = both.flatMap(({ dropped }) => dropped);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
});
