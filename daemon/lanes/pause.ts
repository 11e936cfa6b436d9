/** A pause that is counted by a clock which nobody sets. */
export type Pause = {
  /** Milliseconds until it is over; 0 when it is. */
  left(): number;
  /** It ends in so many milliseconds. */
  set(milliseconds: number): void;
};

/** A pause of so many milliseconds from now. */
export function createPause(milliseconds: number): Pause {
  let endsAt = performance.now() + milliseconds;
  return {
    left: () => Math.max(0, endsAt - performance.now()),
    set(next) {
      endsAt = performance.now() + next;
    },
  };
}
