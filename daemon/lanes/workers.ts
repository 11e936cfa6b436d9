import type { Logger } from "pino";
import { type Jobs, startWorker, type Worker } from "./worker.ts";

/** Starts a job runner for each of these groups, so that none of them waits for the jobs of another. */
export async function startWorkers(url: string, groups: readonly Jobs[], log: Logger): Promise<Worker> {
  const workers = await Promise.all(groups.map((jobs) => startWorker(url, jobs, log)));
  return {
    poolIds: () => workers.flatMap((worker) => worker.poolIds()),
    heldJobs: () => workers.flatMap((worker) => worker.heldJobs()),
    look() {
      for (const worker of workers) worker.look();
    },
    isRunning: () => workers.every((worker) => worker.isRunning()),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
