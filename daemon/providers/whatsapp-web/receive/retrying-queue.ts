import { createSerial } from "../../../lib/serial.ts";

/** Work that is done one after another, each until it succeeds. */
export type RetryingQueue = {
  add(work: () => Promise<void>): void;
  /** Does the work at once, beside the queue, until it succeeds; rejects if the queue ends before. */
  beside(work: () => Promise<void>): Promise<void>;
  /** Nothing more is tried; what is being tried is left to end. */
  end(): void;
};

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

/** A queue of work. Work that fails is tried again, later each time, and holds up the work behind it. */
export function createRetryingQueue(onFailure: (cause: unknown) => void): RetryingQueue {
  let ended = false;
  const inOrder = createSerial(onFailure);

  async function untilDone(work: () => Promise<void>): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    while (!ended) {
      try {
        return await work();
      } catch (cause) {
        onFailure(cause);
        await Bun.sleep(waitMs);
        waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
      }
    }
    throw new Error("the connection has ended");
  }

  return {
    add(work) {
      inOrder.add(() => untilDone(work).catch(() => {}));
    },
    beside: untilDone,
    end() {
      ended = true;
    },
  };
}
