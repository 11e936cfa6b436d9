import { releaseWhatsAppWebSession, type WhatsAppWebSessionRow } from "../../db/whatsapp-web/sessions.ts";
import type { WhatsAppWebSession } from "../providers/whatsapp-web/connection/session.ts";
import { attempt } from "./attempt.ts";
import { type Care, type CareDependencies, createCare, isCurrent, rest, started } from "./care.ts";
import { conclude, finish, NOT_PAIRED } from "./ending.ts";
import type { Lease } from "./lease.ts";
import type { Attempt } from "./verdict.ts";
import { sleep } from "./watch.ts";

/** One held session, kept as it is wanted until it is given up. */
export type Supervisor = {
  session: WhatsAppWebSession;
  lease: Lease;
  /** Whether it is on its way to a first connection: work for the machine, and for WhatsApp. */
  isStarting(): boolean;
  /** Takes what is wanted now. */
  update(row: WhatsAppWebSessionRow): void;
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
  dependencies: CareDependencies,
  claimed: WhatsAppWebSessionRow,
  lease: Lease,
): Supervisor {
  const care = createCare(dependencies, claimed, lease);
  const { log, live } = care;
  const channel = lease.held.channelId;
  const done = keepConnected(care)
    .catch((cause: unknown) => log.error({ err: cause, channel }, "a session's care failed"))
    .then(() => release(care))
    .catch((cause: unknown) => log.warn({ err: cause, channel }, "a session could not be released"));
  return {
    session: live.session,
    lease,
    isStarting: () => care.starting,
    update: (row) => update(care, row),
    async stop() {
      care.stopping = true;
      care.stop.abort();
      await done;
    },
    done,
  };
}

async function keepConnected(care: Care): Promise<void> {
  while (isCurrent(care)) {
    care.stop = new AbortController();
    if (care.row.wanted === "off") return await finish(care);
    await sleep(care.row.next_attempt_at.getTime() - Date.now(), care.stop.signal);
    if (!isCurrent(care)) return;
    if (care.stop.signal.aborted || care.row.next_attempt_at.getTime() > Date.now()) continue;
    const ended = await connectOnce(care);
    started(care);
    if (!isCurrent(care)) return;
    if (ended === null || care.stop.signal.aborted) continue;
    if (await conclude(care, ended)) return;
  }
}

/** Null when the session's keys can't be read: it rests, and nothing is made anew. */
async function connectOnce(care: Care): Promise<Attempt | null> {
  const { publisher, credentials, live, lease, log, row } = care;
  await publisher.publish(
    "connecting",
    row.failures === 0 ? null : `connecting again, ${row.failures} in a row failed`,
  );
  try {
    const keys = await credentials.open();
    live.hold(keys);
    // there is no phone to tell of an end that never had a beginning
    if (care.row.wanted !== "on" && !credentials.isPaired()) return NOT_PAIRED;
    return await attempt(care, keys);
  } catch (cause) {
    if (!lease.isHeld()) return null;
    await credentials.forget();
    log.error(
      { err: cause, channel: lease.held.channelId },
      "a session could not be opened; it is left as it is",
    );
    await rest(care, {
      status: "degraded",
      reason: "its keys can't be read; see the log",
      wait: UNREADABLE_MILLISECONDS,
      failures: care.row.failures,
    });
    return null;
  }
}

async function release({ live, lease, credentials, publisher, row, sql }: Care): Promise<void> {
  live.end();
  if (!lease.isHeld()) return;
  await credentials.settled();
  if (row.wanted === "on") await publisher.publish("connecting", "waiting for a gateway");
  await releaseWhatsAppWebSession(sql, lease.held);
  lease.lose();
}

/** Takes the row as it is now; what somebody ordered meanwhile is done at once. */
function update(care: Care, next: WhatsAppWebSessionRow): void {
  const before = care.row;
  care.row = next;
  const sooner = next.next_attempt_at.getTime() < before.next_attempt_at.getTime() - SOONER;
  const other = (["wanted", "method", "phone_number"] as const).some(
    (field) => next[field] !== before[field],
  );
  if (sooner || other) care.stop.abort();
}
