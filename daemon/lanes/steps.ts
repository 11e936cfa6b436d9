/** The next action after a step of a long job: another step at once, another one after a wait, or nothing. */
export type NextStep = "step" | "wait" | "nothing";

/** How long one turn of a long job may last before other jobs get theirs. */
const TURN_MS = 500;
const WAIT_MS = 1000;

/**
 * Runs a turn of a long job, step by step, and plans the next turn after the given
 * milliseconds. Each step is a transaction that leaves nothing half done, so a job resumes
 * where a crash stopped it.
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
