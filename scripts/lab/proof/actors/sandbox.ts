/** Orders to the sandboxes, which are never faulty themselves. */
import type { World } from "./world.ts";

// biome-ignore lint/suspicious/noExplicitAny: it reads responses of every shape
type Body = any;

/** Calls a control route; null when it refuses. */
export async function order(
  { stage }: Pick<World, "stage">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await fetch(`${stage.sandboxUrl}/sandbox/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return response.ok ? JSON.parse(text) : null;
}
