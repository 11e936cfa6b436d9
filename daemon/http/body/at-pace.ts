/** How long a reader may take nothing. */
const STALLED_MS = 30_000;

/**
 * A body that is read at the pace of its reader. Calls `ended` once it is out or nobody reads it any more; who takes
 * nothing for so long is cut off.
 */
export function readAtPace(
  body: Blob | ReadableStream<Uint8Array>,
  ended: () => void,
  stalledMs = STALLED_MS,
): ReadableStream<Uint8Array> {
  const reader = (body instanceof Blob ? body.stream() : body).getReader();
  let timer: NodeJS.Timeout | undefined;

  /** Runs until the reader takes more. */
  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    timer = setTimeout(() => {
      const cause = new Error("who reads this took nothing for too long");
      void end(cause);
      controller.error(cause);
    }, stalledMs);
  }

  async function end(reason?: unknown): Promise<void> {
    clearTimeout(timer);
    ended();
    await reader.cancel(reason).catch(() => {});
  }

  return new ReadableStream<Uint8Array>({
    // also one who is gone before it begins
    start: wait,
    async pull(controller) {
      clearTimeout(timer);
      try {
        const { done, value } = await reader.read();
        if (!done) controller.enqueue(value);
        else {
          await end();
          return controller.close();
        }
      } catch (cause) {
        await end(cause);
        throw cause;
      }
      wait(controller);
    },
    cancel: end,
  });
}
