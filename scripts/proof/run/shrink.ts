/** Finds the fewest faults with which a plan still breaks the same promise. */
import type { Promised } from "../promises.ts";
import type { PlannedFault } from "../world/fault-plan.ts";
import type { Plan } from "../world/plan.ts";
import type { Run } from "./run.ts";

type Shrinking = {
  run: (plan: Plan, only: readonly Promised[]) => Promise<Run>;
  /** Told of every try. */
  say(line: string): void;
  /** No try begins after so many runs. */
  mostRuns: number;
};

/**
 * Leaves out halves of the faults, then quarters and so on, as long as a run without them still breaks the promise.
 * Runs are not all alike, so a fault that is kept may not be needed; one that was left out was not.
 */
export async function shrink(
  broken: Run,
  promise: Promised,
  { run, say, mostRuns }: Shrinking,
): Promise<Run> {
  let smallest = broken;
  let runs = 0;
  for (
    let size = Math.ceil(broken.plan.faults.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < smallest.plan.faults.length; ) {
      if (runs++ >= mostRuns) return smallest;
      const faults = without(smallest.plan.faults, from, size);
      const tried = await run({ ...smallest.plan, faults }, [promise]);
      const isBroken = tried.violations.length > 0;
      say(
        `with ${faults.length} of ${broken.plan.faults.length} faults: ${isBroken ? "still broken" : "kept"}`,
      );
      if (isBroken) smallest = tried;
      else from += size;
    }
  }
  return smallest;
}

function without(faults: PlannedFault[], from: number, count: number): PlannedFault[] {
  return faults.toSpliced(from, count);
}
