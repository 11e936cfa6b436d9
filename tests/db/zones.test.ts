/** Where clocks change, a day of Postgres's session is not 24 hours long; partitions are made and dropped all the same. */
import { afterEach, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { dropExpired, makePartitions } from "../../db/maintenance/maintenance.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { removePartitions } from "../support/partitions.ts";

const DAY = 24 * 3600_000;
/** Around both changes of a year: north and south of the equator, by an hour and by half of one. */
const CHANGES = [
  ["Europe/Berlin", "2027-03-28", "2027-10-31"],
  ["America/New_York", "2027-03-14", "2027-11-07"],
  ["Australia/Lord_Howe", "2027-04-04", "2027-10-03"],
].flatMap(([zone, ...days]) => days.map((day) => [zone, day] as const)) as [string, string][];

const opened: { database: TestDatabase; sql: Sql }[] = [];
afterEach(async () => {
  for (const { database, sql } of opened.splice(0)) {
    await sql.end();
    await database.drop();
  }
});

/** A database whose default is this zone, and a session in it, as another program would have. */
async function databaseIn(zone: string): Promise<{ database: TestDatabase; sql: Sql }> {
  const database = await testDatabase();
  await removePartitions(database.sql);
  const name = new URL(database.url).pathname.slice(1);
  await database.sql.unsafe(`alter database ${name} set timezone = '${zone}'`);
  const sql = connect(database.url, { max: 1, settings: { TimeZone: zone } });
  opened.push({ database, sql });
  return { database, sql };
}

type Span = { name: string; starts_at: Date; ends_at: Date };

const spansOf = (sql: Sql, parent: string) =>
  sql<Span[]>`select name::text, starts_at, ends_at from partitions_of(${parent}) order by starts_at`;

test.each(CHANGES)("in %s, partitions are made in every week around %s", async (zone, day) => {
  const { sql } = await databaseIn(zone);
  const change = new Date(`${day}T12:00:00Z`).getTime();
  for (let week = -7; week <= 3; week++) await makePartitions(sql, new Date(change + week * 7 * DAY));
  for (const parent of ["messages", "message_attempts", "events", "deliveries"]) {
    const spans = await spansOf(sql, parent);
    expect(spans.length).toBeGreaterThanOrEqual(11);
    for (const [nth, { starts_at, ends_at }] of spans.entries()) {
      expect(starts_at.toISOString()).toEndWith("T00:00:00.000Z");
      expect(ends_at.getTime() - starts_at.getTime()).toBe(7 * DAY);
      expect(spans[nth + 1]?.starts_at ?? ends_at).toEqual(ends_at);
    }
  }
});

test.each(CHANGES)(
  "in %s, partitions that were shifted by the change on %s are continued",
  async (zone, day) => {
    const { sql } = await databaseIn(zone);
    const change = new Date(`${day}T12:00:00Z`);
    await makeShifted(sql, change);
    for (let week = 1; week <= 4; week++)
      await makePartitions(sql, new Date(change.getTime() + week * 7 * DAY));
    for (const parent of ["messages", "events"]) {
      const spans = await spansOf(sql, parent);
      for (const [nth, { ends_at }] of spans.entries())
        expect(spans[nth + 1]?.starts_at ?? ends_at).toEqual(ends_at);
      expect(spans.at(-1)?.ends_at.toISOString()).toEndWith("T00:00:00.000Z");
    }
  },
);

test("rows go into shifted partitions, which are dropped when their last hour has passed", async () => {
  const { sql } = await databaseIn("Europe/Berlin");
  await makeShifted(sql, new Date("2027-10-31T12:00:00Z"));
  const shifted = (await spansOf(sql, "events")).find(({ ends_at }) => ends_at.getUTCHours() === 1) as Span;
  const [row] = await sql`
    insert into events (organization_id, id, type, body, created_at, position)
    values ('org', prefixed_id('evt', ${shifted.ends_at}::timestamptz - interval '1 second'), 't', '{}', now(), 1)
    returning tableoid::regclass::text as name`;
  expect(row?.name).toBe(shifted.name);
  const before = await dropExpired(sql, 30, new Date(shifted.ends_at.getTime() + 30 * DAY - 1));
  expect(before.dropped).not.toContain(shifted.name);
  const after = await dropExpired(sql, 30, new Date(shifted.ends_at.getTime() + 30 * DAY));
  expect(after.dropped).toContain(shifted.name);
});

test("an hour between two partitions is made up for", async () => {
  const { sql } = await databaseIn("Europe/Berlin");
  await makePartition(sql, "messages", new Date("2027-05-03T01:00Z"), new Date("2027-05-09T23:00Z"));
  await makePartitions(sql, new Date("2027-05-05T12:00Z"), 14);
  const starts = (await spansOf(sql, "messages")).map(({ starts_at }) =>
    starts_at.toISOString().slice(0, 16),
  );
  expect(starts.slice(0, 4)).toEqual([
    ...["2027-05-03T00:00", "2027-05-03T01:00", "2027-05-09T23:00", "2027-05-17T00:00"],
  ]);
});

/** Makes weekly partitions as sessions of this zone did: seven of its days long. */
async function makeShifted(sql: Sql, change: Date): Promise<void> {
  const weeks = await sql<{ at: Date; next: Date }[]>`
    with recursive week as (
      select date_trunc('week', ${change}::timestamptz, 'UTC') - interval '336 hours' as at
      union all
      select at + interval '7 days' from week where at < ${change}::timestamptz + interval '504 hours'
    )
    select at, at + interval '7 days' as next from week`;
  for (const parent of ["messages", "message_attempts", "events", "deliveries"])
    for (const { at, next } of weeks) await makePartition(sql, parent, at, next);
}

async function makePartition(sql: Sql, parent: string, from: Date, to: Date): Promise<void> {
  const name = `${parent}_${from.toISOString().slice(0, 10).replaceAll("-", "")}`;
  const [bounds] = await sql<{ first: string; next: string }[]>`
    select partition_bound(${parent}, ${from}) as first, partition_bound(${parent}, ${to}) as next`;
  await sql.unsafe(
    `create table ${name} partition of ${parent} for values from (${bounds?.first}) to (${bounds?.next})`,
  );
}
