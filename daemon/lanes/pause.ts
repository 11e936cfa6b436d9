/** A pause measured by a monotonic clock, which setting the time does not affect. */
export type Pause = {
  /** Milliseconds until it is over; 0 when it is. */
  left(): number;
  /** Makes it end in this many milliseconds. */
  set(milliseconds: number): void;
};

/** A pause that ends in this many milliseconds. */
export function createPause(milliseconds: number): Pause {
  let endsAt = performance.now() + milliseconds;
  return {
    left: () => Math.max(0, endsAt - performance.now()),
    set(next) {
      endsAt = performance.now() + next;
    },
  };
}
