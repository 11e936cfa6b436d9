/** Ports for servers that are started, ended and started again on the same address. */
import { randomInt } from "node:crypto";

/**
 * A port that nothing listened on a moment ago. It lies below the ports that systems give to outgoing
 * connections and to servers on port 0 (Linux 32768, others 49152), so that none of those takes it while its
 * owner restarts; drawn at random, so that runs beside this one draw others.
 */
export function freePort(): number {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
      return port;
    } catch {
      // Somebody's: the next draw.
    }
  }
}

const LOWEST = 10_000;
const HIGHEST = 32_768;
