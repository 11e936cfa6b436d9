import type { ChannelRow } from "../../db/channels/channels.ts";
import { syncTargets } from "../../db/templates/syncs.ts";
import { setNewest } from "../lib/bounded.ts";
import { sleep } from "../lib/sleep.ts";
import { type SyncDependencies, syncAccount } from "./sync.ts";

/** Keeps what is known of accounts' templates as the platform has it. */
export type AccountTemplates = {
  /**
   * Reads the templates of a channel's account again, unless that was done within the last minute, and waits a few
   * seconds for it. True when the account's templates are known now; false when the platform did not list them in
   * time.
   */
  refresh(channel: Pick<ChannelRow, "organization_id" | "waba_id">): Promise<boolean>;
};

/** The key of a business account. */
export type Account = { organizationId: string; wabaId: string };

/** An account is not read more often than this: a wrong name may come a thousand times a second. */
const FRESH_MS = 60_000;
/** The longest that a send waits for the platform's list. */
const PATIENCE_MS = 3000;
const ACCOUNTS_REMEMBERED = 10_000;

type Read = { startedAt: number; done: Promise<boolean> };

/** Knows of no account yet; `forget` drops what is cached of templates. */
export function createAccountTemplates(
  dependencies: SyncDependencies & { forget: () => void },
): AccountTemplates {
  const reads = new Map<string, Read>();

  function read(account: Account): Read {
    const key = `${account.organizationId} ${account.wabaId}`;
    const last = reads.get(key);
    if (last !== undefined && Date.now() - last.startedAt < FRESH_MS) return last;
    const done = readAccount(dependencies, account).then((isRead) => {
      dependencies.forget();
      return isRead;
    });
    const started = { startedAt: Date.now(), done };
    setNewest(reads, key, started, ACCOUNTS_REMEMBERED);
    return started;
  }

  return {
    async refresh({ organization_id: organizationId, waba_id: wabaId }) {
      if (wabaId === null) return false;
      const answered = new AbortController();
      const late = sleep(PATIENCE_MS, answered.signal).then(() => false);
      const { done } = read({ organizationId, wabaId });
      return await Promise.race([done, late]).finally(() => answered.abort());
    },
  };
}

/** Reads the templates of an account and stores what differs; false when that failed. Never throws. */
export async function readAccount(
  dependencies: SyncDependencies,
  { organizationId, wabaId }: Account,
): Promise<boolean> {
  try {
    const targets = await syncTargets(dependencies.sql, organizationId, null);
    const target = targets.find(({ waba_id }) => waba_id === wabaId);
    if (target === undefined) return false;
    await syncAccount(dependencies, organizationId, target);
    return true;
  } catch (cause) {
    dependencies.log.warn({ err: cause, waba_id: wabaId }, "an account's templates could not be read");
    return false;
  }
}
