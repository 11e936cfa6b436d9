/** A load balancer and a monitor, which ask every daemon all the time how it is. */
import type { World } from "./world.ts";

const PAUSE_MS = 1000;
const PATIENCE_MS = 6000;

/** Asks one daemon for its health and its readiness, until the end. */
export async function watch(world: World, { name, port }: World["stage"]["daemons"][number]): Promise<void> {
  while (!world.isOver()) {
    for (const path of ["/v1/health", "/v1/ready"]) {
      const at = world.now();
      const answer = await request(`http://127.0.0.1:${port}${path}`);
      world.history.states.push({ at, until: world.now(), daemon: name, path, ...answer });
    }
    await Bun.sleep(PAUSE_MS);
  }
}

async function request(url: string): Promise<{ status: number | null; worker: string | null }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = (await response.json()) as { checks?: { worker: string } };
    return { status: response.status, worker: body.checks?.worker ?? null };
  } catch {
    return { status: null, worker: null };
  }
}
