/** Jobs that become due without a notification. */
import { expect, test } from "bun:test";
import pino from "pino";
import { startWorker } from "../../daemon/lanes/worker.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const database = sharedDatabase();
/** The longest between two looks that are about two seconds apart, and what a busy machine adds. */
const SOON_MS = 4000;

test("jobs that become due are found by regular looks, again and again", async () => {
  const done = new Map<number, number>();
  const work = async ({ n }: { n: number }) => void done.set(n, performance.now());
  const worker = await startWorker(database.url, { count: work }, pino({ level: "silent" }));
  const began = performance.now();
  await database.sql`
    select graphile_worker.add_job(
      'count', json_build_object('n', n), run_at => now() + n * interval '1.5 seconds'
    ) from generate_series(1, 3) as n`;
  await until(() => done.size === 3);
  await worker.stop();
  for (const [n, at] of done) expect(at - began - n * 1500).toBeWithin(-50, SOON_MS);
});
