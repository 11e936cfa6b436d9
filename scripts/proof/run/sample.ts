import type { World } from "../actors/world.ts";

const EVERY_MS = 1000;
/** So late, the run itself was held up, and its relays may not have noticed yet which connections have ended. */
const LATE_MS = 500;

/** Looks at what each daemon takes of the machine, until the end. */
export async function sample(world: World): Promise<void> {
  let due = performance.now();
  while (!world.isOver()) {
    const isLate = performance.now() - due > LATE_MS;
    if (!isLate) takeSamples(world);
    due = performance.now() + EVERY_MS;
    await Bun.sleep(EVERY_MS);
  }
}

function takeSamples(world: World): void {
  const { stage, history } = world;
  for (const [index, daemon] of stage.daemons.entries()) {
    const taken = daemon.measure();
    const { database, direct } = stage.relays;
    const connections = (database[index]?.count() ?? 0) + (direct[index]?.count() ?? 0);
    if (taken !== null) history.samples.push({ at: world.now(), daemon: daemon.name, ...taken, connections });
  }
}
