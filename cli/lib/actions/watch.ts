import { ExitCode } from "../failures/exit-codes.ts";
import { Failure } from "../failures/failure.ts";

export type WatchOptions<Value> = {
  read: () => Promise<Value>;
  intervalMs: number;
  /** Called after each successful read. */
  shown: (value: Value) => void | Promise<void>;
  /** Called after each failed read. */
  lost: (reason: string) => void;
  /** Milliseconds until the next attempt when one failed, doubled each time. */
  firstPauseMs?: number;
};

export type Watching = {
  /** Asks at once instead of in a while. */
  hurry(): void;
  /** Rejects with a `Failure` when the API refuses; never resolves. */
  ended: Promise<never>;
};

const LONGEST_PAUSE_MS = 5_000;
const TOO_MANY_REQUESTS = 429;

/** Reads something again and again, first in a while, also of a daemon that is away for some time. */
export function watchValue<Value>({
  read,
  intervalMs,
  shown,
  lost,
  firstPauseMs = 500,
}: WatchOptions<Value>): Watching {
  let hurry = () => {};
  const wait = (restMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function watch(): Promise<never> {
    let pauseMs = firstPauseMs;
    let restMs = intervalMs;
    while (true) {
      await wait(restMs);
      const found = await read().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (isRefusal(error)) throw error;
          lost(error instanceof Error ? error.message : String(error));
          return null;
        },
      );
      if (found !== null) await shown(found.value);
      restMs = found === null ? pauseMs : intervalMs;
      pauseMs = found === null ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : firstPauseMs;
    }
  }

  return { hurry: () => hurry(), ended: watch() };
}

/** Whether asking again would be of no use. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Failure)) return true;
  return error.exitCode === ExitCode.refused && error.details.status !== TOO_MANY_REQUESTS;
}
