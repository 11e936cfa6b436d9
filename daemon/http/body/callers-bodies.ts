import type { Caller } from "../caller.ts";
import { createWaitingBodies, type Wait } from "./waiting-bodies.ts";

const MEBIBYTE = 1024 * 1024;
/** Of an organisation, of one of its keys or users, and of all: enough for 64 bodies of the largest at once. */
const MOST = {
  organization: { bodies: 1000, bytes: 128 * MEBIBYTE },
  caller: { bodies: 500, bytes: 64 * MEBIBYTE },
  all: { bodies: 2500, bytes: 256 * MEBIBYTE },
};

/** Reads bodies of known callers. */
export type CallersBodies = {
  /** Reads one with `readBody`, while it is waited for. Throws 408 when it is given up. */
  read<Body>(caller: Caller, readBody: (wait: Wait) => Promise<Body>): Promise<Body>;
};

/** A body of a known caller has to be there within `waitMs`, and keeps no other caller's out. */
export function createCallersBodies(waitMs: number): CallersBodies {
  const { organization, caller, all } = MOST;
  const waiting = createWaitingBodies({ each: [organization, caller], all, waitMs, slowedBytes: 0 });
  return {
    async read({ organizationId, actor }, readBody) {
      const wait = waiting.begin(organizationId, `${actor.type} ${actor.id}`);
      try {
        return await readBody(wait);
      } finally {
        wait.end();
      }
    },
  };
}
