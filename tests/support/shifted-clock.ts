/** Preloaded, it makes this process believe that it is CLOCK_AHEAD_MS milliseconds later than it is; earlier, when negative. */
const ahead = Number(process.env.CLOCK_AHEAD_MS);
const Real = Date;

class ShiftedDate extends Real {
  constructor(...given: []) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }

  static override now(): number {
    return Real.now() + ahead;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
