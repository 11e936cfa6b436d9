import { expect, test } from "bun:test";
import { createReaders } from "../../daemon/events/reader.ts";
import { createEventTail } from "../../daemon/events/tail.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { connect } from "../../db/connection/client.ts";
import { BEGINNING } from "../../db/events/events.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const database = sharedDatabase();
const EVERYTHING = { types: null, channelIds: null, since: null, tests: false };

test("streams of one key that are behind leave another organisation's a read, and its other key's", async () => {
  const sql = connect(database.url, { max: 4 });
  const tail = createEventTail(database.sql, createLog("silent"));
  const open = createReaders(sql, tail, async (_sql, _reader, _include, rows) => rows);
  const done: string[] = [];
  const read = (organizationId: string, id = "key_1") =>
    open({ organizationId, actor: { type: "key", id } }, EVERYTHING, BEGINNING)
      .next()
      .then(() => done.push(`${organizationId} ${id}`));
  const reading = async () => {
    const rows = await database.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from events%'`;
    return rows.length;
  };
  const works = await database.sql.begin(async (transaction) => {
    await transaction`lock table events in access exclusive mode`;
    const loud = Array.from({ length: 20 }, () => read("org_loud"));
    const others = [read("org_loud", "key_2"), read("org_quiet")];
    await until(async () => (await reading()) >= 1);
    return [...loud, ...others];
  });
  await Promise.all(works);
  // in the first rounds, whichever of those that are read at the same time is done first; without turns, last
  expect(done.indexOf("org_quiet key_1")).toBeLessThan(10);
  expect(done.indexOf("org_loud key_2")).toBeLessThan(10);
  await sql.end();
});

test("streams read what their events carry in turns, too: many of them leave others the database", async () => {
  const tail = createEventTail(database.sql, createLog("silent"));
  const gate = Promise.withResolvers<void>();
  const carrying: string[] = [];
  const open = createReaders(database.sql, tail, async (_sql, { organizationId }, _include, rows) => {
    carrying.push(organizationId);
    await gate.promise;
    return rows;
  });
  await database.sql`
    select emit_events(array_agg(row(org, null, 'contact.updated', '{}')::event_input))
    from unnest(array['org_many', 'org_few']) as org`;
  const read = (organizationId: string) =>
    open({ organizationId, actor: { type: "key", id: "key_1" } }, EVERYTHING, BEGINNING, {
      ...{ include: ["contact"], base: "" },
    }).next();
  const many = Array.from({ length: 20 }, () => read("org_many"));
  const few = read("org_few");
  await until(async () => carrying.includes("org_few"));
  expect(carrying.length).toBeLessThanOrEqual(2);
  gate.resolve();
  for (const text of await Promise.all([...many, few])) expect(text).toContain("contact.updated");
});
