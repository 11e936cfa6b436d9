/** Work that must be done in order, in lanes that do not wait for each other. */
export type Lanes = {
  /** Runs the job after those that were given to the lane before. */
  run(lane: string, job: () => Promise<void>): void;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
  isIdle(): boolean;
  /** The last hundred errors of jobs: none, unless the sandbox has a defect. */
  failures(): Error[];
};

const MOST_FAILURES = 100;

export function createLanes(): Lanes {
  const tails = new Map<string, Promise<void>>();
  const failures: Error[] = [];

  async function attempt(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
      if (failures.length > MOST_FAILURES) failures.shift();
    }
  }

  return {
    run(lane, job) {
      const tail = (tails.get(lane) ?? Promise.resolve()).then(() => attempt(job));
      tails.set(lane, tail);
      void tail.then(() => {
        if (tails.get(lane) === tail) tails.delete(lane);
      });
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values());
    },
    isIdle: () => tails.size === 0,
    failures: () => [...failures],
  };
}
