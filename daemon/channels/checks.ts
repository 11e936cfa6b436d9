import type { Logger } from "pino";
import { takeDueChecks } from "../../db/channels/checks.ts";
import type { Provider, Providers } from "../providers/provider.ts";
import { recheckChannel } from "./check.ts";
import type { CheckDependencies } from "./probe.ts";

/** Channels that one daemon checks at once. */
const AT_ONCE = 8;

/**
 * Checks the numbers that no session is held for with the platform, as far as they are due: about hourly, sooner where
 * something is wrong, and right after notices about the account. Only one daemon checks a channel at a time. Once it is
 * aborted, it ends after the checks under way.
 */
export async function checkChannels(
  dependencies: CheckDependencies & { log: Logger },
  platforms: readonly string[],
  stopping: AbortSignal,
): Promise<void> {
  const { sql, log } = dependencies;
  while (!stopping.aborted) {
    const due = await takeDueChecks(sql, platforms, AT_ONCE);
    if (due.length === 0) return;
    const checks = await Promise.allSettled(due.map((channel) => recheckChannel(dependencies, channel)));
    for (const check of checks)
      if (check.status === "rejected") log.warn({ err: check.reason }, "a channel could not be checked");
  }
}

/** The platforms where only calls show the status of channels. */
export function platformsToAsk(providers: Providers): string[] {
  return Object.values(providers).flatMap(askedAbout);
}

function askedAbout(provider: Provider | undefined): string[] {
  return provider?.knowsStatus === "calls" ? [provider.name] : [];
}
