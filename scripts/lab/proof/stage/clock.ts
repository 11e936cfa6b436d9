/**
 * Preloaded into a daemon, it makes its clock a setting: on SIGUSR2, the daemon believes from then on that it is as many
 * milliseconds later as the file CLOCK_FILE says. Timers and Postgres keep the true time.
 */
import { readFileSync } from "node:fs";

const Real = Date;
let aheadMs = 0;

class SteppedDate extends Real {
  constructor(...given: []) {
    if (given.length === 0) super(Real.now() + aheadMs);
    else super(...given);
  }

  static override now(): number {
    return Real.now() + aheadMs;
  }
}

globalThis.Date = SteppedDate as DateConstructor;
process.on("SIGUSR2", () => {
  aheadMs = Number(readFileSync(process.env.CLOCK_FILE ?? "", "utf8"));
});
