/** What a step of a long job leaves to be done: the next one, the next one after a moment, or nothing. */
export type NextStep = "step" | "wait" | "nothing";

/** For so long one turn of such a job goes on; then other jobs have theirs. */
const TURN_MS = 500;
const WAIT_MS = 1000;

/**
 * Does a turn of a long job, step by step, and plans the next turn, in so many
 * milliseconds. Each step is a transaction that leaves nothing half done: what
 * a crash cuts off is taken up where it was.
 */
export async function takeSteps(
  step: () => Promise<NextStep>,
  plan: (milliseconds: number) => Promise<void>,
): Promise<void> {
  const turnEnds = performance.now() + TURN_MS;
  while (performance.now() < turnEnds) {
    const next = await step();
    if (next === "nothing") return;
    if (next === "wait") return await plan(WAIT_MS);
  }
  await plan(0);
}
