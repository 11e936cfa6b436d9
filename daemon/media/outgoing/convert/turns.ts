import { problem } from "../../../http/problem.ts";

/** Does some work of an organisation once it is its turn. Throws 503 when too much of the organisation's waits. */
export type Turns = <Value>(organizationId: string, work: () => Promise<Value>) => Promise<Value>;

/** How much is done at a time, of all organisations and of one, and how much more of one may wait. */
export type TurnLimits = { atOnce: number; ofOne: number; mostWaiting: number };

type Queue = { working: number; waiting: (() => void)[] };

const RETRY_SECONDS = "10";

/**
 * Organisations take turns: a free place goes to the one that has the least under way, of several to the one that had
 * its last turn first. Where one may not have all places, another never waits for it alone.
 */
export function createTurns({ atOnce, ofOne, mostWaiting }: TurnLimits): Turns {
  // in the order of their last turns
  const queues = new Map<string, Queue>();
  let working = 0;

  function next(): [string, Queue] | undefined {
    if (working >= atOnce) return undefined;
    const waiting = [...queues].filter(([, queue]) => queue.waiting.length > 0 && queue.working < ofOne);
    return waiting.sort(([, one], [, other]) => one.working - other.working)[0];
  }

  function start(): void {
    for (let found = next(); found !== undefined; found = next()) {
      const [organizationId, queue] = found;
      queues.delete(organizationId);
      queues.set(organizationId, queue);
      queue.working++;
      working++;
      queue.waiting.shift()?.();
    }
  }

  function end(organizationId: string, queue: Queue): void {
    queue.working--;
    working--;
    if (queue.working === 0 && queue.waiting.length === 0) queues.delete(organizationId);
    start();
  }

  return async (organizationId, work) => {
    const queue = queues.get(organizationId) ?? { working: 0, waiting: [] };
    if (queue.waiting.length >= mostWaiting) throw busy();
    queues.set(organizationId, queue);
    const turn = new Promise<void>((resolve) => queue.waiting.push(resolve));
    start();
    await turn;
    try {
      return await work();
    } finally {
      end(organizationId, queue);
    }
  };
}

function busy() {
  return problem(503, "busy", "too many of your files are being converted at the moment; try again soon", {
    headers: { "retry-after": RETRY_SECONDS },
  });
}
