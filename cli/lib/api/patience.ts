/** Ends what comes to a stand, and leaves alone what is slow. */
export type Patience = {
  /** Aborts with a `TimeoutError`. */
  signal: AbortSignal;
  /** Something came or went: the next must come within this many milliseconds. */
  moved(nextMs: number): void;
  /** Nothing more is waited for. */
  end(): void;
};

/** Begins to wait: the first thing must come within `firstMs`. */
export function createPatience(firstMs: number): Patience {
  const controller = new AbortController();
  const waitFor = (patienceMs: number) =>
    setTimeout(
      () => controller.abort(new DOMException("the connection was silent for too long", "TimeoutError")),
      patienceMs,
    );
  let timer = waitFor(firstMs);
  const end = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    moved(nextMs) {
      end();
      timer = waitFor(nextMs);
    },
    end,
  };
}
