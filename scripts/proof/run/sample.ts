import type { World } from "../actors/world.ts";

const EVERY_MS = 1000;

/** Looks at what each daemon takes of the machine, until the end. */
export async function sample(world: World): Promise<void> {
  const { stage, history } = world;
  while (!world.isOver()) {
    for (const [index, daemon] of stage.daemons.entries()) {
      const taken = daemon.measure();
      const connections = stage.relays.database[index]?.count() ?? 0;
      if (taken !== null)
        history.samples.push({ at: world.now(), daemon: daemon.name, ...taken, connections });
    }
    await Bun.sleep(EVERY_MS);
  }
}
