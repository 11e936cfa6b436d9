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

test("streams of one organisation that are behind leave another's a read", async () => {
  const sql = connect(database.url, { max: 4 });
  const tail = createEventTail(database.sql, createLog("silent"));
  const open = createReaders(sql, tail);
  const done: string[] = [];
  const read = (organizationId: string) =>
    open(organizationId, EVERYTHING, BEGINNING)
      .next()
      .then(() => done.push(organizationId));
  const reading = async () => {
    const rows = await database.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from events%'`;
    return rows.length;
  };
  const works = await database.sql.begin(async (transaction) => {
    await transaction`lock table events in access exclusive mode`;
    const loud = Array.from({ length: 20 }, () => read("org_loud"));
    const quiet = read("org_quiet");
    await until(async () => (await reading()) >= 1);
    return [...loud, quiet];
  });
  await Promise.all(works);
  expect(done.indexOf("org_quiet")).toBeLessThan(3);
  await sql.end();
});
