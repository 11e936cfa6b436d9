import { type InboundWrite, writeAtOnce } from "../../../db/inbound/inbound.ts";
import type { RoutedCall } from "../../../db/inbound/webhooks.ts";
import { applyInbound } from "../apply/apply.ts";
import type { ProcessDependencies } from "./claimed.ts";
import { readCalls } from "./read-calls.ts";

/** Longer calls take long: others would wait behind them. */
const MOST_CHARACTERS = 100_000;

/**
 * Processes calls that nothing waits before, in one write: most calls are then done in one commit, where storing them first
 * takes three commits more. Returns false, with nothing changed, whenever that can't be.
 * Then they must be stored, and any error appears when they are processed.
 */
export async function processAtOnce(
  { sql, log, ...known }: ProcessDependencies,
  provider: string,
  calls: readonly RoutedCall[],
): Promise<boolean> {
  if (calls.reduce((sum, { body }) => sum + body.length, 0) > MOST_CHARACTERS) return false;
  try {
    const writes: InboundWrite[] = [];
    const inbound = readCalls(
      known.platforms,
      calls.map(({ body }) => ({ provider, body })),
    );
    const gathered = { sql, add: (write: InboundWrite) => writes.push(write), keep: async () => {} };
    await applyInbound(gathered, known, inbound, log);
    return await writeAtOnce(sql, [...new Set(calls.map(({ route }) => route))], writes);
  } catch (cause) {
    log.debug({ err: cause }, "what came in could not be processed at once; it is stored");
    return false;
  }
}
