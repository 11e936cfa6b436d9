import type { Logger } from "pino";
import { endApprovals } from "../../db/approvals/approvals.ts";
import { endHolds } from "../../db/conversations/holds.ts";
import { endSnoozes } from "../../db/conversations/snoozes.ts";
import { SPANS } from "../../db/functions/limits.ts";
import { applyLateRevisions } from "../../db/inbound/late-revisions.ts";
import type { Due } from "../../db/maintenance/look-around.ts";
import { keepChains } from "../auth/audit-chain/keep-chains.ts";
import { checkChannels } from "../channels/checks.ts";
import type { CheckDependencies } from "../channels/probe.ts";
import { createUnlessBusy } from "../lib/serial.ts";
import { endMessages } from "../messages/expiry.ts";
import { type NotifyDependencies, notifyBrowsers } from "../push/notify.ts";

export type DueWork = {
  /** Begins what is due and not under way. */
  begin(due: Due): void;
  /** Ends it, and waits for work in progress. */
  stop(): Promise<void>;
};

/** Does due work that has no notification, on these platforms. None of it waits for the rest. */
export function createDueWork(
  dependencies: CheckDependencies & NotifyDependencies & { platforms: readonly string[]; log: Logger },
): DueWork {
  const { sql, log, platforms } = dependencies;
  const stopping = new AbortController();
  const complain = (message: string) => (cause: unknown) => log.warn({ err: cause }, message);
  const ends = createUnlessBusy(() => endMessages(sql, log), complain("ending messages failed; tried again"));
  const revisions = createUnlessBusy(
    () => applyLateRevisions(sql, SPANS.late_revision / 60),
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

  const holds = createUnlessBusy(
    () => endHolds(sql),
    complain("holds of conversations that are over were not ended; tried again"),
  );

  const approvals = createUnlessBusy(
    () => endApprovals(sql),
    complain("approvals that waited for too long were not ended; tried again"),
  );

  const pushes = createUnlessBusy(
    () => notifyBrowsers(dependencies),
    complain("browsers were not notified; tried again"),
  );

  const chains = createUnlessBusy(
    () => keepChains(dependencies),
    complain("entries of the audit log were not linked; tried again"),
  );

  return {
    begin(due) {
      if (due.ends) ends.begin();
      if (due.revisions) revisions.begin();
      if (due.checks) checks.begin();
      if (due.snoozes) snoozes.begin();
      if (due.holds) holds.begin();
      if (due.approvals) approvals.begin();
      if (due.pushes) pushes.begin();
      if (due.audit) chains.begin();
    },
    async stop() {
      stopping.abort();
      await Promise.all([
        ends.done(),
        revisions.done(),
        checks.done(),
        snoozes.done(),
        holds.done(),
        approvals.done(),
        pushes.done(),
        chains.done(),
      ]);
    },
  };
}
