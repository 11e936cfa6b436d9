import { createFifo } from "../../../lib/fifo.ts";

export type Timeline<T> = { add(item: T): void; size(): number; clear(): void };

type Due<T> = { since: number; item: T };

/** Reports due within the same few milliseconds are handled together, which is also what fills batches. */
const TICK_MS = 4;

/**
 * Walks every item through fixed steps: step `n` is reached `delays[n]` milliseconds after `add`.
 * Since each step has one delay, a queue per step keeps the order of due times without sorting.
 * `delays` must not fall.
 */
export function createTimeline<T>(
  delays: readonly number[],
  reach: (item: T, step: number) => void,
): Timeline<T> {
  const steps = delays.map((delay) => ({ delay, queue: createFifo<Due<T>>() }));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function arm(): void {
    if (timer !== undefined) return;
    const now = performance.now();
    const waits = steps.map(
      ({ delay, queue }) => (queue.peek()?.since ?? Number.POSITIVE_INFINITY) + delay - now,
    );
    const next = Math.min(...waits);
    if (next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(tick, Math.max(TICK_MS, next));
  }

  function tick(): void {
    timer = undefined;
    const now = performance.now();
    steps.forEach((_, step) => {
      advance(step, now);
    });
    arm();
  }

  function advance(step: number, now: number): void {
    const current = steps[step];
    if (current === undefined) return;
    for (let due = current.queue.peek(); due !== undefined; due = current.queue.peek()) {
      if (due.since + current.delay > now) return;
      current.queue.shift();
      reach(due.item, step);
      steps[step + 1]?.queue.push(due);
    }
  }

  return {
    add(item) {
      steps[0]?.queue.push({ since: performance.now(), item });
      arm();
    },
    size: () => steps.reduce((sum, { queue }) => sum + queue.size(), 0),
    clear() {
      clearTimeout(timer);
      timer = undefined;
      for (const { queue } of steps) queue.clear();
    },
  };
}
