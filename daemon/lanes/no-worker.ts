import type { Worker } from "./worker.ts";

/** The job runner of a daemon without the role `worker`: it takes no job. */
export const NO_WORKER: Worker = {
  poolIds: () => [],
  heldJobs: () => [],
  look: () => {},
  isRunning: () => true,
  stop: async () => {},
};
