import { beforeAll, expect, test } from "bun:test";
import {
  coversNow,
  dropExpired,
  forgetExpired,
  makePartitions,
  weeksOfPartition,
} from "../../db/maintenance/maintenance.ts";
import { withClockAhead } from "../support/another-clock.ts";
import { removePartitions } from "../support/partitions.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const DAY = 24 * 3600_000;
const now = new Date("2026-11-21T12:00:00Z");
const database = sharedDatabase();
beforeAll(() => removePartitions(database.sql));

const partitionsOf = async (parent: string) =>
  (
    await database.sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${parent}::regclass order by 1`
  ).map((row) => row.name);

test("partitions of the coming weeks are made ahead of time, once", async () => {
  expect(await makePartitions(database.sql, now)).toBeGreaterThan(0);
  expect(await makePartitions(database.sql, now)).toBe(0);
  for (const parent of ["messages", "message_attempts", "events", "deliveries"]) {
    const names = await partitionsOf(parent);
    expect(names[0]).toBe(`${parent}_20261116`);
    expect(names.at(-1)).toBe(`${parent}_20261130`);
  }
});

test("pages of what is written again have room for it", async () => {
  const roomOf = async (parent: string) => {
    const [row] = await database.sql<{ options: string[] }[]>`
      select reloptions as options from pg_class where relname = ${`${parent}_20261123`}`;
    return row?.options.find((option) => option.startsWith("fillfactor"));
  };
  expect(await Promise.all(["messages", "message_attempts", "events", "deliveries"].map(roomOf))).toEqual([
    "fillfactor=33",
    "fillfactor=100",
    "fillfactor=100",
    "fillfactor=50",
  ]);
});

test("they are where their tables are, whichever version made them", async () => {
  const elsewhere = await database.sql`
    select child.relname from pg_inherits
    join pg_class as child on child.oid = inhrelid
    join pg_class as parent on parent.oid = inhparent
    where parent.relname = 'messages' and child.relnamespace <> parent.relnamespace`;
  expect([...elsewhere]).toEqual([]);
});

test("several daemons may make them at once", async () => {
  const later = new Date(now.getTime() + 60 * DAY);
  const made = await Promise.all([1, 2, 3, 4].map(() => makePartitions(database.sql, later)));
  expect(made.filter((count) => count > 0)).toHaveLength(1);
});

test("a row goes into the week of its id", async () => {
  await database.sql`
    insert into events (organization_id, id, type, body, created_at, position)
    values ('org', prefixed_id('evt', '2026-11-29 23:59:59.999Z'), 't', '{}', now(), 1),
      ('org', prefixed_id('evt', '2026-11-30 00:00:00Z'), 't', '{}', now(), 1)`;
  const rows = await database.sql`select tableoid::regclass::text as name from events order by id`;
  expect(rows.map((row) => row.name)).toEqual(["events_20261123", "events_20261130"]);
});

test("retention drops whole weeks that have passed, and what belonged to their messages", async () => {
  const old = Bun.randomUUIDv7("hex", new Date("2026-11-17T00:00:00Z").getTime());
  const recent = Bun.randomUUIDv7("hex", new Date("2026-12-02T00:00:00Z").getTime());
  await database.sql`insert into provider_messages values ('org', 'ch', 'old', ${old}), ('org', 'ch', 'recent', ${recent})`;
  const { dropped } = await dropExpired(database.sql, 30, new Date("2026-12-24T00:00:00Z"));
  expect(dropped.sort()).toEqual([
    "deliveries_20261116",
    "events_20261116",
    "message_attempts_20261116",
    "messages_20261116",
  ]);
  expect((await partitionsOf("messages"))[0]).toBe("messages_20261123");
  const kept = await database.sql`select provider_message_id from provider_messages`;
  expect(kept.map((row) => row.provider_message_id)).toEqual(["recent"]);
});

test("idempotency keys are forgotten after a day", async () => {
  await database.sql`
    insert into idempotency_keys (organization_id, key, fingerprint, status, response, created_at)
    values ('org', 'old', 'f', 201, '{}', now() - interval '25 hours'), ('org', 'new', 'f', 201, '{}', now())`;
  await forgetExpired(database.sql, 30);
  const kept = await database.sql`select key from idempotency_keys`;
  expect(kept.map((row) => row.key)).toEqual(["new"]);
});

test("years of retention take no more partitions than half a year does", async () => {
  expect([1, 90, 182, 183, 3650].map(weeksOfPartition)).toEqual([1, 1, 1, 2, 21]);
  const YEARS = 3650;
  const start = new Date("2027-02-01T12:00:00Z");
  await makePartitions(database.sql, start, YEARS, weeksOfPartition(YEARS));
  const spans = await database.sql<{ starts_at: Date; ends_at: Date }[]>`
    select starts_at, ends_at from partitions_of('events')
    where ends_at > ${start} order by starts_at`;
  expect(spans.length).toBeLessThanOrEqual(28);
  for (const [nth, { starts_at, ends_at }] of spans.entries()) {
    expect([starts_at.getUTCDay(), starts_at.getUTCHours()]).toEqual([1, 0]);
    expect(spans[nth + 1]?.starts_at ?? ends_at).toEqual(ends_at);
  }
  const end = start.getTime() + YEARS * DAY;
  expect(spans.at(-1)?.ends_at.getTime()).toBeGreaterThan(end);
});

test("a daemon's clock decides neither what is made nor what is dropped", async () => {
  const { sql } = database;
  await withClockAhead(-3 * 365 * DAY, () => makePartitions(sql));
  expect(await coversNow(sql)).toBe(true);
  await withClockAhead(3 * 365 * DAY, () => dropExpired(sql, 30));
  expect(await coversNow(sql)).toBe(true);
});
