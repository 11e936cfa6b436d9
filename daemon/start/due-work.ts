import type { Logger } from "pino";
import { endSnoozes } from "../../db/conversations/snoozes.ts";
import { findDue } from "../../db/maintenance/due.ts";
import { checkChannels, platformsToAsk } from "../channels/checks.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import { applyRevisions, REVISION_MINUTES } from "../inbound/process/late-revisions.ts";
import { lookRegularly } from "../lib/look-regularly.ts";
import { createUnlessBusy } from "../lib/serial.ts";
import { endMessages } from "../messages/expiry.ts";

/**
 * Looks every two seconds, in one statement, for due work that has no notification, and does it. None of it waits for
 * the rest. Returns a function that stops it, and waits for work in progress.
 */
export function startDueWork(dependencies: CheckDependencies & { log: Logger }): () => Promise<void> {
  const { sql, log, providers } = dependencies;
  const platforms = platformsToAsk(providers);
  const stopping = new AbortController();
  const complain = (message: string) => (cause: unknown) => log.warn({ err: cause }, message);
  const ends = createUnlessBusy(() => endMessages(sql, log), complain("ending messages failed; tried again"));
  const revisions = createUnlessBusy(
    () => applyRevisions(sql),
    complain("changes of messages were not applied; tried again"),
  );
  const checks = createUnlessBusy(
    () => checkChannels(dependencies, platforms, stopping.signal),
    complain("asking about channels failed; tried again"),
  );

  const snoozes = createUnlessBusy(
    () => endSnoozes(sql),
    complain("snoozed conversations were not opened; tried again"),
  );

  async function look(): Promise<void> {
    const due = await findDue(sql, REVISION_MINUTES, platforms);
    if (due.ends) ends.begin();
    if (due.revisions) revisions.begin();
    if (due.checks) checks.begin();
    if (due.snoozes) snoozes.begin();
  }

  const stopLooking = lookRegularly(look, complain("looking for what is due failed; tried again"));
  return async () => {
    stopping.abort();
    await stopLooking();
    await Promise.all([ends.done(), revisions.done(), checks.done(), snoozes.done()]);
  };
}
