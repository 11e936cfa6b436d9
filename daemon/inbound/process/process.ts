import { isDisconnected } from "../../../db/connection/connection-errors.ts";
import { claimInbound, isClaimLost } from "../../../db/inbound/inbound.ts";
import { type RoutedCall, storeWebhooks } from "../../../db/inbound/webhooks.ts";
import { processAtOnce } from "./at-once.ts";
import { type ProcessDependencies, processClaim } from "./claimed.ts";

/** Calls processed in one commit, more or less. */
const BATCH = 50;

/** The processing of what providers sent, in this daemon. */
export type InboundWork = {
  /**
   * Processes calls of a provider where nothing waits before them; otherwise stores them and has them processed. Durable
   * when it resolves; what it leaves undone, others find.
   */
  take(provider: string, calls: readonly RoutedCall[]): Promise<void>;
  /** Processes what waits, until nothing is left that another daemon is not at; never rejects. */
  process(): Promise<void>;
  /** Ends what is being taken and processed; what comes later is stored, for others. */
  stop(): Promise<void>;
};

/**
 * Processes what providers sent, each route in the order it came. Several may
 * work side by side, here and in other daemons: each claims routes of its own,
 * for a bounded time. So a daemon that freezes holds up what it had claimed, for
 * that long, and nothing else; and a slow route holds up one of `workers`.
 */
export function createInboundWork({
  workers = 2,
  ...dependencies
}: ProcessDependencies & { workers?: number }): InboundWork {
  const { sql, log } = dependencies;
  const idle = Array.from({ length: workers }, () => crypto.randomUUID());
  const working = new Set<Promise<unknown>>();
  let wakes = 0;
  let stopping = false;

  /** Until nothing is left; what came while it looked for the last time is looked for once more. */
  async function work(holder: string): Promise<void> {
    let seen: number;
    let taken: number;
    do {
      seen = wakes;
      taken = await processOnce(holder);
    } while (!stopping && (taken > 0 || wakes !== seen));
  }

  async function processOnce(holder: string): Promise<number> {
    const claim = await claimInbound(sql, holder, BATCH);
    if (claim === null) return 0;
    try {
      await processClaim(dependencies, claim);
    } catch (cause) {
      if (!isClaimLost(cause)) throw cause;
      log.warn("processing what came in took too long; another daemon took over");
    }
    return claim.routes.length;
  }

  function complain(cause: unknown): void {
    if (isDisconnected(cause)) log.warn("the database is away; what came in is processed when it is back");
    else log.error({ err: cause }, "processing what came in failed; it is tried again");
  }

  async function processWaiting(): Promise<void> {
    wakes += 1;
    const holder = stopping ? undefined : idle.pop();
    // those at work look again before they rest
    if (holder === undefined) return;
    await untilDone(
      work(holder)
        .catch(complain)
        .finally(() => idle.push(holder)),
    );
  }

  /** Waits for work, as `stop` does. */
  async function untilDone(done: Promise<unknown>): Promise<void> {
    working.add(done);
    await done.finally(() => working.delete(done));
  }

  async function store(provider: string, calls: readonly RoutedCall[]): Promise<void> {
    await storeWebhooks(sql, provider, calls);
    void processWaiting();
  }

  async function take(provider: string, calls: readonly RoutedCall[]): Promise<void> {
    if (!stopping && (await processAtOnce(dependencies, provider, calls))) return;
    await store(provider, calls);
  }

  return {
    take: (provider, calls) => untilDone(take(provider, calls)),
    process: processWaiting,
    async stop() {
      stopping = true;
      await Promise.allSettled(working);
    },
  };
}
