/** Things to do later, all of which can be done at once. */
export type Timers = {
  after(delayMs: number, work: () => void): void;
  /** Does now what is still to be done. */
  hurry(): void;
  waiting(): number;
};

export function createTimers(): Timers {
  const timers = new Map<ReturnType<typeof setTimeout>, () => void>();
  return {
    after(delayMs, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, delayMs);
      timers.set(timer, work);
    },
    hurry() {
      const works = [...timers.values()];
      for (const timer of timers.keys()) clearTimeout(timer);
      timers.clear();
      for (const work of works) work();
    },
    waiting: () => timers.size,
  };
}
