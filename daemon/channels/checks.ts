import type { Logger } from "pino";
import { takeDueChecks } from "../../db/channels/checks.ts";
import { sleep, untilSharedWake } from "../lib/sleep.ts";
import type { Provider } from "../providers/provider.ts";
import { recheckChannel } from "./check.ts";
import type { CheckDependencies } from "./probe.ts";

const EVERY_MS = 2000;
/** Channels that one daemon checks at once. */
const AT_ONCE = 8;

/**
 * Regularly checks the numbers that no session is held for with the platform: about hourly,
 * sooner where something is wrong, and right after notices about the account. Only one daemon
 * checks a channel at a time. Returns a function that stops the checks, after waiting for
 * those under way.
 */
export function startChannelChecks(dependencies: CheckDependencies & { log: Logger }): () => Promise<void> {
  const { sql, log, providers } = dependencies;
  const platforms = Object.values(providers).flatMap(askedAbout);
  const stopping = new AbortController();

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      const due = await takeDueChecks(sql, platforms, AT_ONCE);
      if (due.length === 0) return;
      const checks = await Promise.allSettled(due.map((channel) => recheckChannel(dependencies, channel)));
      for (const check of checks)
        if (check.status === "rejected") log.warn({ err: check.reason }, "a channel was not asked about");
    }
  }

  async function lookOn(): Promise<void> {
    while (true) {
      await sleep(untilSharedWake(EVERY_MS), stopping.signal);
      if (stopping.signal.aborted) return;
      await look().catch((cause: unknown) =>
        log.warn({ err: cause }, "asking about channels failed; tried again"),
      );
    }
  }

  const looking = lookOn();
  return async () => {
    stopping.abort();
    await looking;
  };
}

/** The provider's name if only calls to the platform tell how its channels are. */
function askedAbout(provider: Provider | undefined): string[] {
  return provider?.knowsStatus === "calls" ? [provider.name] : [];
}
