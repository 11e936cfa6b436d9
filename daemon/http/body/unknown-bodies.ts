import { Problem } from "../problem.ts";
import { createCutNetworks } from "./cut-networks.ts";
import { createWaitingBodies, type Wait, type WaitingLimits } from "./waiting-bodies.ts";

/** Reads bodies of callers who have not said who they are. */
export type UnknownBodies = {
  /** Reads one with `readBody`, while it is waited for. Throws 408 when it is given up. */
  read<Body>(network: string, readBody: (wait: Wait) => Promise<Body>): Promise<Body>;
  /** Requests that are done but for their response, which is held back. */
  held(): number;
};

/** So many responses are held back at a time: each takes a connection and a few kilobytes. */
const MOST_HELD = 10_000;
const MEBIBYTE = 1024 * 1024;
/** Limits for one network, and for all. */
const LIMITS: WaitingLimits = {
  each: [{ bodies: 500, bytes: 16 * MEBIBYTE }],
  all: { bodies: 2000, bytes: 64 * MEBIBYTE },
  waitMs: 10_000,
  slowedBytes: 64 * 1024,
};

/**
 * Networks whose bodies are given up again and again get their 408 later and later: a client that comes
 * again as soon as they are cut off comes less often.
 */
export function createUnknownBodies(cutNetworks = createCutNetworks(), mostHeld = MOST_HELD): UnknownBodies {
  const waiting = createWaitingBodies(LIMITS, cutNetworks);
  let held = 0;

  async function holdBack(delayMs: number): Promise<void> {
    if (held >= mostHeld) return;
    held += 1;
    // not all for as long: who is cut off together would come again together
    await Bun.sleep(delayMs * (0.5 + Math.random() / 2));
    held -= 1;
  }

  return {
    async read(network, readBody) {
      const wait = waiting.begin(network);
      try {
        return await readBody(wait);
      } catch (cause) {
        if (wait.isSlowed && isGivenUp(cause)) await holdBack(cutNetworks.pauseMs(network));
        throw cause;
      } finally {
        wait.end();
      }
    },
    held: () => held,
  };
}

function isGivenUp(cause: unknown): boolean {
  return cause instanceof Problem && cause.status === 408;
}
