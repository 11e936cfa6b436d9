/** Jobs that become due without a notification. */
import { expect, test } from "bun:test";
import pino from "pino";
import { startWorker } from "../../daemon/lanes/worker.ts";
import { look } from "../support/looks.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const database = sharedDatabase();

test("a look around says that jobs are due, and has the runner do them", async () => {
  const jobs = async () => (await look(database.sql, "dmn_looks")).jobs;
  const done = Promise.withResolvers<void>();
  const work = async () => done.resolve();
  const worker = await startWorker(database.url, { count: work }, pino({ level: "silent" }));
  await database.sql`select graphile_worker.add_job('count', run_at => now() + interval '1.5 seconds')`;
  expect(await jobs()).toBe(false);
  await until(jobs);
  worker.look();
  await done.promise;
  await worker.stop();
});
