import { expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { startMaintenance } from "../../daemon/start/maintenance.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const DAY = 24 * 3600_000;
/** Only what comes after the start and after a failure: an hour is not waited for. */
const TIMES = { first: 1, every: 3600_000, again: 20 };
const database = sharedDatabase();

const start = (sweepFiles = async () => {}, times = TIMES) =>
  startMaintenance({
    databaseUrl: database.url,
    retentionDays: 30,
    auditDays: 90,
    sweepFiles,
    log: createLog("silent"),
    times,
  });

async function oldPartitions(): Promise<number> {
  return (
    await database.sql`select from partitions_of('messages') where ends_at < now() - interval '720 hours'`
  ).length;
}

test("maintenance runs after a start, and again when a lock was in the way", async () => {
  const { sql } = database;
  await makePartitions(sql, new Date(Date.now() - 100 * DAY));
  expect(await oldPartitions()).toBeGreaterThan(0);
  let stop = async () => {};
  await sql.begin(async (reader) => {
    await reader`lock table messages in access share mode`;
    stop = start();
    await until(
      async () => (await sql`select from partitions_of('messages') where starts_at > now()`).length > 0,
    );
    await until(async () => (await sql`select from pg_inherits where inhdetachpending`).length > 0);
  });
  await until(async () => (await oldPartitions()) === 0);
  await stop();
});

test("a step that fails keeps no other from its turn, and is tried again", async () => {
  let tries = 0;
  const stop = start(async () => {
    tries += 1;
    if (tries === 1) throw new Error("the disk is gone");
  });
  await until(async () => tries === 2);
  await stop();
});

test("one daemon at a time does it", async () => {
  let runs = 0;
  let running = 0;
  let most = 0;
  const count = async () => {
    running += 1;
    most = Math.max(most, running);
    await Bun.sleep(5);
    running -= 1;
    runs += 1;
  };
  const stops = [1, 2, 3].map(() => start(count, { ...TIMES, every: 1 }));
  await until(async () => runs >= 6);
  await Promise.all(stops.map((stop) => stop()));
  expect(most).toBe(1);
});
