/** Jobs that a living daemon was given by an answer that got lost: it does not know that it holds them. */
import { expect, test } from "bun:test";
import { look } from "../support/looks.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const OWN = "worker-of-this-daemon";

/** A job that a worker took so long ago, in a queue of its own if there is one; returns its id. */
async function taken(by: string, secondsAgo: number, queue: string | null = null): Promise<string> {
  const [job] = await database.sql<
    [{ id: string }]
  >`select id from graphile_worker.add_job('unheard', queue_name => ${queue})`;
  const at = { locked_by: by, locked_at: new Date(Date.now() - secondsAgo * 1000) };
  await database.sql`update graphile_worker._private_jobs set ${database.sql(at)} where id = ${job.id}`;
  if (queue !== null)
    await database.sql`update graphile_worker._private_job_queues set ${database.sql(at)} where queue_name = ${queue}`;
  return job.id;
}

async function holder(id: string): Promise<string | null> {
  const [job] = await database.sql<[{ locked_by: string | null }]>`
    select locked_by from graphile_worker._private_jobs where id = ${id}`;
  return job.locked_by;
}

const lookAround = (heldJobs: string[]) =>
  look(database.sql, "dmn_unheard", { workerPools: [OWN], heldJobs, patiently: true });

test("a job that the daemon has taken without knowing it is free after a minute, one that it holds is not", async () => {
  const [unheard, held] = [await taken(OWN, 120), await taken(OWN, 120)];
  await lookAround([held]);
  expect([await holder(unheard), await holder(held)]).toEqual([null, OWN]);
});

test("a job that was taken just now may still be on its way", async () => {
  const fresh = await taken(OWN, 5);
  await lookAround([]);
  expect(await holder(fresh)).toBe(OWN);
});

test("another daemon's jobs are left to it", async () => {
  await database.sql`insert into daemons ${database.sql({ id: "dmn_other", worker_pools: ["another-worker"] })}`;
  const others = await taken("another-worker", 120);
  await lookAround([]);
  expect(await holder(others)).toBe("another-worker");
});

test("the queue of a job that was freed goes on, and that of a held one stays taken", async () => {
  const [unheard, held] = [await taken(OWN, 120, "unheard queue"), await taken(OWN, 120, "held queue")];
  await lookAround([held]);
  const queues = await database.sql`
    select queue_name, locked_by from graphile_worker._private_job_queues
    where queue_name in ('unheard queue', 'held queue') order by queue_name`;
  expect([...queues]).toEqual([
    { queue_name: "held queue", locked_by: OWN },
    { queue_name: "unheard queue", locked_by: null },
  ]);
  expect(await holder(unheard)).toBe(null);
});
