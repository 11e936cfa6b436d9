import { sleep, untilSharedWake } from "../lib/sleep.ts";
import { OUR_CODES } from "../providers/whatsapp-web/connection/closing/close-codes.ts";
import type { Connection } from "../providers/whatsapp-web/connection/connection.ts";
import { PROBES_MISSED, type Timings } from "./timings.ts";

/** Many connections are checked together, this many times in the time between two checks of one. */
const STEPS = 4;

export type WatchOptions = {
  timings: Pick<Timings, "probeEveryMs" | "probeAgainMs" | "probeWithinMs" | "unreadMs">;
  /** Aborted when the connection is over. */
  over: AbortSignal;
  /** Called when the server responded. */
  onResponse(): void;
  onSilence(): void;
};

/**
 * Regularly checks a logged-in connection, because an open socket proves nothing. A connection
 * that misses several checks in a row is closed, and so is one that responds while received
 * messages remain unread: a new one receives them again.
 */
export async function watch(
  connection: Pick<Connection, "probe" | "stuckForMs" | "close">,
  { timings, over, onResponse, onSilence }: WatchOptions,
): Promise<void> {
  const { probeEveryMs } = timings;
  let missed = 0;
  while (!over.aborted) {
    const responded = await connection.probe(timings.probeWithinMs);
    if (over.aborted) return;
    missed = responded ? 0 : missed + 1;
    if (missed === PROBES_MISSED) {
      return connection.close({
        code: OUR_CODES.timedOut,
        words: "live checks got no response",
        until: null,
      });
    }
    if (connection.stuckForMs() > timings.unreadMs) {
      return connection.close({ code: OUR_CODES.stuck, words: "messages were not read", until: null });
    }
    if (responded) onResponse();
    else onSilence();
    await sleep(responded ? untilSharedWake(probeEveryMs, probeEveryMs / STEPS) : timings.probeAgainMs, over);
  }
}
