import type { Sql } from "../../db/client.ts";
import {
  releaseWebSession,
  removeWebSession,
  type SessionChanges,
  type WebSessionRow,
  wipeWebSession,
} from "../../db/web-sessions.ts";
import { createLiveSession } from "../providers/unofficial/live-session.ts";
import { createRetryCounters } from "../providers/unofficial/retry-counters.ts";
import type { WebSession } from "../providers/unofficial/session.ts";
import { type AttemptDependencies, attempt } from "./attempt.ts";
import { createBoard, type ShownStatus } from "./board.ts";
import { createKeeper } from "./keeper.ts";
import type { Lease } from "./lease.ts";
import { createSessionStore, type WriteSession } from "./session-store.ts";
import { openVault } from "./vault.ts";
import { type Attempt, verdictOf } from "./verdict.ts";
import { sleep } from "./watch.ts";

export type SupervisorDependencies = AttemptDependencies & {
  sql: Sql;
  write: WriteSession;
  /** A session is not on its way to a first connection any more. */
  onStarted(): void;
};

/** One held session, kept as it is wanted until it is given up. */
export type Supervisor = {
  session: WebSession;
  lease: Lease;
  /** Whether it is on its way to a first connection: work for the machine, and for WhatsApp. */
  isStarting(): boolean;
  /** Takes what is wanted now. */
  update(row: WebSessionRow): void;
  /** Ends the connection, keeps the login, and lets go of the session. */
  stop(): Promise<void>;
  /** Resolves when the session is given up. */
  done: Promise<void>;
};

/** A wait this much shorter than the known one was ordered by somebody. */
const SOONER = 500;
/** How long a session whose keys can't be read rests before they are tried again. */
const UNREADABLE_MILLISECONDS = 60_000;

/** Takes care of a claimed session until it is told to stop, loses its lease, or has nothing more to do. */
export function supervise(
  dependencies: SupervisorDependencies,
  claimed: WebSessionRow,
  lease: Lease,
): Supervisor {
  const { sql, secrets, write, library, versions, timings, log } = dependencies;
  const { held } = lease;
  const board = createBoard(sql, lease, claimed, log);
  const live = createLiveSession({ ...held, restrict: board.restrict, unrestrict: board.unrestrict });
  const retryCounters = createRetryCounters();
  const keeper = createKeeper({
    library,
    store: createSessionStore(
      sql,
      write,
      lease,
      openVault(secrets, held.channelId, claimed.data_key, held.fence),
    ),
    wipe: () => wipeWebSession(sql, held),
    onFailure(cause) {
      if (lease.isHeld()) log.error({ err: cause, channel: held.channelId }, "a session's keys failed");
      stop.abort();
    },
  });
  let row = claimed;
  let stop = new AbortController();
  let stopping = false;
  let starting = true;
  let renewed = false;
  let qrs = 0;
  const onStarted = () => {
    if (starting) queueMicrotask(dependencies.onStarted);
    starting = false;
  };
  const current = () => !stopping && lease.isHeld();

  async function run(): Promise<void> {
    while (current()) {
      stop = new AbortController();
      if (row.wanted === "off") return await finish();
      await sleep(row.next_attempt_at.getTime() - Date.now(), stop.signal);
      if (!current()) return;
      if (stop.signal.aborted) continue;
      const ended = await connectOnce();
      onStarted();
      if (!current()) return;
      if (ended === null || stop.signal.aborted) continue;
      if (await conclude(ended)) return;
    }
  }

  /** Null when the session's keys can't be read: it rests, and nothing is made anew. */
  async function connectOnce(): Promise<Attempt | null> {
    await board.show(
      "connecting",
      row.failures === 0 ? null : `connecting again, ${row.failures} in a row failed`,
    );
    try {
      const keys = await keeper.open();
      live.hold(keys);
      // there is no phone to tell of an end that never had a beginning
      if (row.wanted !== "on" && !keeper.isPaired()) return GONE;
      const state = {
        ...keys,
        lease,
        live,
        board,
        retryCounters,
        row: () => row,
        nextQr: () => ++qrs,
        onStarted,
      };
      return await attempt(dependencies, { ...state, stop: stop.signal });
    } catch (cause) {
      if (!lease.isHeld()) return null;
      await keeper.forget();
      log.error(
        { err: cause, channel: held.channelId },
        "a session could not be opened; it is left as it is",
      );
      await rest("degraded", "its keys can't be read; see the log", UNREADABLE_MILLISECONDS, row.failures);
      return null;
    }
  }

  /** Acts upon the end of a connection; true when there is nothing more to do. */
  async function conclude(ended: Attempt): Promise<boolean> {
    if (row.wanted === "logout" || row.wanted === "delete") {
      await finish(ended);
      return true;
    }
    const circumstances = {
      ...row,
      paired: keeper.isPaired(),
      renewed,
      stable: timings.stable,
      backoff: timings.backoff,
    };
    const verdict = verdictOf(ended, circumstances);
    if (verdict.renews) renewed = true;
    if (verdict.renews && !(await versions.refresh().catch(() => false)))
      log.info("WhatsApp Web has no newer version");
    if (verdict.wipes) await wipe();
    if (!verdict.ends) {
      await rest(verdict.status, verdict.reason, verdict.wait, verdict.failures);
      return false;
    }
    log.warn(
      { channel: held.channelId, status: verdict.status, reason: verdict.reason },
      "a session has ended",
    );
    await board.show(verdict.status, verdict.reason, {
      session: change({ wanted: "off", pairing: null, failures: 0 }),
    });
    return true;
  }

  async function rest(status: ShownStatus, reason: string, wait: number, failures: number): Promise<void> {
    const next_attempt_at = new Date(Date.now() + wait);
    await board.show(status, reason, { session: change({ failures, next_attempt_at, pairing: null }) });
  }

  function change(changes: SessionChanges): SessionChanges {
    row = { ...row, ...changes };
    return changes;
  }

  async function wipe(): Promise<void> {
    live.hold(null);
    await keeper.forget();
    await wipeWebSession(sql, held);
  }

  /** Ends as it is wanted. */
  async function finish(ended?: Attempt): Promise<void> {
    if (row.wanted === "delete") {
      await keeper.forget();
      return await removeWebSession(sql, held);
    }
    if (row.wanted === "off") {
      return await board.show("disconnected", "disconnected on request", {
        session: change({ pairing: null }),
      });
    }
    await wipe();
    const told = ended?.closing.code === LOGGED_OUT || ended === GONE;
    const reason = told
      ? "logged out on request"
      : "logged out here; WhatsApp was not reached: remove the device on the phone";
    await board.show("logged_out", reason, {
      session: change({ wanted: "off", pairing: null, failures: 0 }),
    });
  }

  async function release(): Promise<void> {
    live.end();
    if (!lease.isHeld()) return;
    await keeper.settled();
    if (row.wanted === "on") await board.show("connecting", "waiting for a gateway");
    await releaseWebSession(sql, held);
    lease.lose();
  }

  const done = run()
    .catch((cause: unknown) => log.error({ err: cause, channel: held.channelId }, "a session's care failed"))
    .then(release)
    .catch((cause: unknown) =>
      log.warn({ err: cause, channel: held.channelId }, "a session could not be released"),
    );
  return {
    session: live.session,
    lease,
    isStarting: () => starting,
    update(next) {
      const before = row;
      row = next;
      const sooner = next.next_attempt_at.getTime() < before.next_attempt_at.getTime() - SOONER;
      const other = (["wanted", "method", "phone_number"] as const).some(
        (field) => next[field] !== before[field],
      );
      if (sooner || other) stop.abort();
    },
    async stop() {
      stopping = true;
      stop.abort();
      await done;
    },
    done,
  };
}

const LOGGED_OUT = 401;

/** The end of a login that there is none of. */
const GONE: Attempt = {
  closing: { code: LOGGED_OUT, words: "not paired", until: null },
  opened: false,
  lasted: 0,
  showedQr: false,
};
