/** The job runner while its connections are gone: it is started again, and the daemon lives. */
import { beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { startWorker, type Worker } from "../../daemon/lanes/worker.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const JOBS = 20;
/** As many as a runner runs at once. */
const AT_ONCE = 4;

const database = sharedDatabase();
const done = new Set<number>();
const lost = Promise.withResolvers<void>();
const givenUp = Promise.withResolvers<void>();
let relay: Relay;
let worker: Worker;
let isLost = false;

beforeAll(async () => {
  relay = await startRelay(database.url);
});

/** In the first job the database is lost: its result can't be written, and the runner gives up with jobs in hand. */
async function runJob({ n }: { n: number }): Promise<void> {
  if (n === 1 && !isLost) {
    isLost = true;
    await relay.refuse();
    lost.resolve();
    throw new Error("the database is away");
  }
  await givenUp.promise;
  done.add(n);
}

/** Its errors show when it gives up. */
const log = pino({
  hooks: {
    streamWrite(line) {
      if (line.includes("Failed to fail jobs")) givenUp.resolve();
      return "";
    },
  },
});

test("a runner that can't give its jobs back ends no process, and is there again with the database", async () => {
  await database.sql`
    select graphile_worker.add_job(
      'count', json_build_object('n', n), run_at => now() - interval '1 minute' + n * interval '1 ms'
    ) from generate_series(1, ${JOBS}::integer) as n`;
  worker = await startWorker(relay.url, { count: runJob }, log);
  await lost.promise;
  await until(() => !worker.isRunning());
  await relay.accept();
  await until(() => worker.isRunning());
  await until(async () => {
    // those that the lost one has in hand are free after hours, and it may have been about to take more
    await database.sql`
      select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs where locked_by is not null`;
    return done.size === JOBS;
  });
  await worker.stop();
  expect(done.size).toBe(JOBS);
});

test("a runner of which several results are lost one after the other is there again", async () => {
  const away = await startRelay(database.url);
  let runs = 0;
  let isAway = false;
  const several = {
    async several() {
      runs += 1;
      const nth = runs;
      await until(() => isAway || nth > AT_ONCE);
      await Bun.sleep(100 * nth);
    },
  };
  await database.sql`
    select graphile_worker.add_job('several', '{}'::json) from generate_series(1, ${AT_ONCE}::integer)`;
  const runner = await startWorker(away.url, several, pino({ level: "silent" }));
  await until(() => runs === AT_ONCE);
  await away.refuse();
  isAway = true;
  await until(() => !runner.isRunning());
  await away.accept();
  await until(() => runner.isRunning());
  await database.sql`select graphile_worker.add_job('several', '{}'::json)`;
  await until(() => runs > AT_ONCE);
  await runner.stop();
  expect(runs).toBeGreaterThan(AT_ONCE);
});
