/** Things to do later, all of which can be called off. */
export type Timers = { after(milliseconds: number, work: () => void): void; clear(): void };

export function createTimers(): Timers {
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  return {
    after(milliseconds, work) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        work();
      }, milliseconds);
      waiting.add(timer);
    },
    clear() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
