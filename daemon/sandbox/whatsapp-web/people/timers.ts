/** Things to do later, all of which can be called off. */
export type Timers = { after(delayMs: number, work: () => void): void; clear(): void };

export function createTimers(): Timers {
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  return {
    after(delayMs, work) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        work();
      }, delayMs);
      waiting.add(timer);
    },
    clear() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
