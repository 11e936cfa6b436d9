/** Which open transactions hold the log of events back: those that wrote events, and nothing else in the cluster. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Queryable, type Sql, type Transaction } from "../../db/connection/client.ts";
import { BEGINNING, type EventPlace, openEventWriters, readEvents } from "../../db/events/events.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { emit, openStream } from "./support.ts";

let waypost: OwnDaemon;
let other: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  waypost = await startTestDaemon();
  sql = connect(waypost.databaseUrl, { max: 12 });
  other = await emptyDatabase();
  await other.sql`create table things (n integer)`;
});
afterAll(async () => {
  await sql.end();
  await waypost.stop();
  await other.drop();
});

const emitNumber = (sql: Queryable, n: number) => emit(sql, waypost.organizationId, { n });

async function listed(): Promise<number[]> {
  const { body } = await waypost.call("GET", "/v1/events?limit=100");
  return body.data.map((event: { body: { n: number } }) => event.body.n);
}

/** A transaction that has done its work and stays open until `end` is called. */
async function open(sql: Sql, work: (transaction: Transaction) => Promise<unknown>) {
  const worked = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const ended = sql.begin(async (transaction) => {
    await work(transaction);
    worked.resolve();
    await ending.promise;
  });
  await Promise.race([worked.promise, ended]);
  return async () => {
    ending.resolve();
    await ended;
  };
}

test("a transaction that writes in another database, or no events in this one, holds nothing back", async () => {
  const ends = [
    await open(other.sql, (transaction) => transaction`insert into things values (1)`),
    await open(sql, (transaction) => transaction`update organizations set name = name`),
  ];
  const stream = await openStream(waypost.url, waypost.key);
  await emitNumber(sql, 1);
  await stream.until(() => stream.events.length >= 1);
  expect(await listed()).toEqual([1]);
  stream.close();
  for (const end of ends) await end();
});

test("one that has written events holds back what came after it, and then all come in order", async () => {
  const stream = await openStream(waypost.url, waypost.key, { query: "after=beginning" });
  await emitNumber(sql, 2);
  const end = await open(sql, (transaction) => emitNumber(transaction, 3));
  await emitNumber(sql, 4);
  await stream.until(() => stream.events.length >= 2);
  expect(await listed()).toEqual([1, 2]);
  await end();
  await stream.until(() => stream.events.length >= 4);
  expect(stream.numbers()).toEqual([1, 2, 3, 4]);
  expect(await listed()).toEqual([1, 2, 3, 4]);
  stream.close();
});

test("one that has written another organisation's events holds back no log but theirs", async () => {
  const foreign = "org_foreign";
  const everything = { types: null, channelIds: null, since: null, tests: true };
  const numbersOf = async (organizationId: string) =>
    (await readEvents(sql, organizationId, everything, BEGINNING, 100)).rows.map(
      ({ body }) => JSON.parse(body).n,
    );
  const before = await numbersOf(waypost.organizationId);
  const end = await open(sql, (transaction) => emit(transaction, foreign, { n: 1 }));
  await emitNumber(sql, 20);
  await emit(sql, foreign, { n: 2 });
  expect(await numbersOf(waypost.organizationId)).toEqual([...before, 20]);
  expect(await numbersOf(foreign)).toEqual([]);
  await end();
  expect(await numbersOf(foreign)).toEqual([1, 2]);
});

test("one that continues with another organisation takes no position that its readers have passed", async () => {
  const [first, second] = ["org_first", "org_second"];
  const everything = { types: null, channelIds: null, since: null, tests: true };
  const ending = Promise.withResolvers<void>();
  const wrote = Promise.withResolvers<void>();
  const writing = sql.begin(async (transaction) => {
    await emit(transaction, first, { n: 1 });
    wrote.resolve();
    await ending.promise;
    await emit(transaction, second, { n: 2 });
  });
  await wrote.promise;
  await emit(sql, second, { n: 1 });
  const page = await readEvents(sql, second, everything, BEGINNING, 100);
  expect(page.rows.map(({ body }) => JSON.parse(body).n)).toEqual([1]);
  ending.resolve();
  await writing;
  const rest = await readEvents(sql, second, everything, page.end, 100);
  expect(rest.rows.map(({ body }) => JSON.parse(body).n)).toEqual([2]);
});

test("one of a version that locks for all organisations holds back every log", async () => {
  const before = await listed();
  const end = await open(sql, async (transaction) => {
    await transaction`
      select pg_advisory_xact_lock_shared(
        8485, (pg_sequence_last_value('event_log_position') + 1)::bit(32)::integer
      )`;
    await transaction`select nextval('event_log_position')`;
  });
  await emitNumber(sql, 21);
  expect(await listed()).toEqual(before);
  await end();
  expect(await listed()).toEqual([...before, 21]);
});

test("readers of a version that knows of no organisations' locks are held up, too", async () => {
  const end = await open(sql, (transaction) => emitNumber(transaction, 22));
  const held = await sql`
    select from pg_locks where locktype = 'advisory' and classid = 8485 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`;
  expect(held).toHaveLength(1);
  await end();
});

test("a transaction that writes many events holds one position until it ends", async () => {
  const held = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*) as count from open_event_positions(0)`;
    return row?.count;
  };
  const end = await open(sql, async (transaction) => {
    for (let n = 5; n <= 7; n++) await emitNumber(transaction, n);
  });
  expect(await held()).toBe(1);
  await end();
  expect(await held()).toBe(0);
});

test("who holds the log back is named", async () => {
  const end = await open(sql, (transaction) => emitNumber(transaction, 8));
  expect(await openEventWriters(sql, 0)).toMatchObject([
    { application_name: "waypost", client_address: "127.0.0.1", state: "idle in transaction" },
  ]);
  expect(await openEventWriters(sql, 3600_000)).toEqual([]);
  await end();
  expect(await openEventWriters(sql, 0)).toEqual([]);
});

test("with many writers that end in any order, a reader misses none and sees none twice", async () => {
  const organizationId = "org_many";
  await sql`insert into organizations (organization_id, name) values (${organizationId}, 'Many')`;
  const WRITERS = 8;
  const EACH = 60;
  const seen: number[] = [];
  let place: EventPlace = BEGINNING;
  const everything = { types: null, channelIds: null, since: null, tests: true };
  async function readOn(): Promise<void> {
    const page = await readEvents(sql, organizationId, everything, place, 50);
    place = page.end;
    seen.push(...page.rows.map(({ body }) => JSON.parse(body).n));
    if (page.more) await readOn();
  }

  let writing = true;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; n < EACH; n++) {
      await sql.begin(async (transaction) => {
        await transaction`select pg_sleep(random() / 500)`;
        await emit(transaction, organizationId, { n: writer * EACH + n });
        await transaction`select pg_sleep(random() / 500)`;
      });
    }
  });
  const written = Promise.all(writers).finally(() => {
    writing = false;
  });
  while (writing) await readOn();
  await written;
  await readOn();
  expect(seen).toHaveLength(WRITERS * EACH);
  expect(new Set(seen).size).toBe(WRITERS * EACH);
});
