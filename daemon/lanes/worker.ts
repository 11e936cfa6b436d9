import { EventEmitter } from "node:events";
import {
  Logger as JobLogger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import { clientPool } from "../../db/connection/pg-client.ts";

/**
 * The daemon's jobs, by the names that the database queues them under; each is handed the payload that was
 * queued. Our retries are not the jobs' retries: schedules live in our tables.
 */
export type Jobs = Readonly<Record<string, (payload: never) => Promise<void>>>;

export type Worker = {
  /** Ids under which this process holds jobs; its jobs are released when it dies. */
  poolIds(): string[];
  /** Ids of the jobs that it has been given and is not done with. */
  heldJobs(): string[];
  /** Looks for jobs: some are due. */
  look(): void;
  /** Whether jobs are running now. */
  isRunning(): boolean;
  stop(): Promise<void>;
};

/** Of each group: most only wake lanes, so a few are plenty. */
const CONCURRENT_JOBS = 4;
const FETCHED_AT_ONCE = 500;
/** The runner looks for jobs by itself after so long without a notification, which comes when some are due. */
const LATEST_LOOK_MS = 60_000;
/** The next job of a queue is free once the end of the one before is written; nobody says so. A look around finds what this misses. */
const NEXT_OF_QUEUE_MS = 50;
const RESTART_MS = 1000;
/**
 * A runner that gives up ends by itself within a second or two. One that waited for more results than there were never
 * did (our patch of it mends that), and no other was started: after this time it is left as it is.
 */
const ENDING_MS = 3000;

/** Starts a job runner of this process, and restarts it when it ends with an error. */
export async function startWorker(url: string, jobs: Jobs, log: Logger): Promise<Worker> {
  const pool = clientPool(url, "waypost worker", {
    max: CONCURRENT_JOBS + 1,
    // a job that returns after a crash of Postgres only wakes a lane again, so commits need
    // not wait for the disk
    settings: { synchronous_commit: "off" },
  });
  // without these listeners, a restart of Postgres would end the process
  const lost = (cause: Error) => log.warn({ reason: cause.message }, "the job runner lost a connection");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const poolIds = new Set<string>();
  const held = new Set<string>();
  const start = () => startRunner(pool, jobs, log, { poolIds, held });
  let stopping = false;
  let running = true;
  let runner = await start();

  async function supervise(): Promise<void> {
    while (!stopping) {
      await runner.ended.catch((cause: unknown) =>
        log.warn({ err: cause }, "the job runner ended; it is started again"),
      );
      if (stopping) return;
      running = false;
      // jobs that the ended one could not give back are free once no daemon knows its pool
      poolIds.clear();
      held.clear();
      await Bun.sleep(RESTART_MS);
      runner = await start().catch(() => runner);
      running = true;
    }
  }

  const supervised = supervise();
  return {
    poolIds: () => [...poolIds],
    heldJobs: () => [...held],
    look: () => runner.look(),
    isRunning: () => running,
    async stop() {
      stopping = true;
      await Promise.race([runner.stop().catch(() => {}), runner.ended.catch(() => {})]);
      await supervised;
      await pool.end();
    },
  };
}

async function startRunner(
  pool: pg.Pool,
  jobs: Jobs,
  log: Logger,
  { poolIds, held }: { poolIds: Set<string>; held: Set<string> },
): Promise<{ look(): void; stop: Runner["stop"]; ended: Promise<void> }> {
  let workers: WorkerPool | undefined;
  const events: WorkerEvents = new EventEmitter();
  const givenUp = Promise.withResolvers<void>();
  events.on("pool:gracefulShutdown", () => givenUp.resolve());
  events.on("pool:create", ({ workerPool }) => {
    workers = workerPool;
    poolIds.add(workerPool.id);
  });
  events.on("localQueue:getJobs:complete", (given) => {
    for (const { id } of given.jobs) held.add(id);
  });
  events.on("localQueue:returnJobs", (returned) => {
    for (const { id } of returned.jobs) held.delete(id);
  });
  events.on("job:complete", ({ job }) => {
    held.delete(job.id);
    if (job.job_queue_id !== null) setTimeout(() => workers?.nudge(1), NEXT_OF_QUEUE_MS);
  });
  const runner = await run({
    pgPool: pool,
    events,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: asTasks(jobs),
    logger: new JobLogger(() => (level, message) => {
      if (level === "error" || level === "warning")
        log.warn({ job_runner: message }, "the job runner reported a problem");
    }),
    preset: {
      worker: {
        concurrentJobs: CONCURRENT_JOBS,
        pollInterval: LATEST_LOOK_MS,
        localQueue: { size: FETCHED_AT_ONCE },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  const left = givenUp.promise.then(async () => {
    await Bun.sleep(ENDING_MS);
    void runner.stop().catch(() => {});
  });
  return {
    look: () => workers?.nudge(1),
    stop: (reason) => runner.stop(reason),
    ended: Promise.race([runner.promise, left]),
  };
}

function asTasks(jobs: Jobs): TaskList {
  const entries = Object.entries(jobs).map(([name, run]) => [
    name,
    (payload: unknown) => run(payload as never),
  ]);
  return Object.fromEntries(entries);
}
