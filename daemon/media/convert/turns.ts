import { problem } from "../../http/problem.ts";

/** Does some work once it is its turn. Throws 503 when too many wait. */
export type Turns = <Value>(work: () => Promise<Value>) => Promise<Value>;

const RETRY_SECONDS = "10";

/** So many works are done at once, in the order in which they came, while so many more wait. */
export function createTurns(atOnce: number, mostWaiting: number): Turns {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async (work) => {
    if (working >= atOnce) {
      if (waiting.length >= mostWaiting) throw busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else working++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) working--;
      else next();
    }
  };
}

function busy() {
  return problem(503, "busy", "too many files are being converted at the moment; try again soon", {
    headers: { "retry-after": RETRY_SECONDS },
  });
}
