import type { Environment } from "../../../daemon/start/serve.ts";
import { isWaypostUp } from "./is-waypost-up.ts";
import { say } from "./say.ts";

const DEFAULT_PORT = 8484;

/**
 * The default port, unless another program listens there: then any free one. Throws when it is
 * Waypost that does, which is up already.
 */
export async function withFreePort(environment: Environment): Promise<Environment> {
  if (environment.WAYPOST_PORT || isFree(DEFAULT_PORT)) return environment;
  const url = `http://127.0.0.1:${DEFAULT_PORT}`;
  if (await isWaypostUp(url))
    throw new Error(
      `Waypost is up at ${url} already. Stop it first, or set WAYPOST_PORT to start another beside it.`,
    );
  say(`Port ${DEFAULT_PORT} is taken, so a free one is used. Set WAYPOST_PORT to choose one.`);
  return { ...environment, WAYPOST_PORT: "0" };
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
