import type { SocketConfig } from "baileys";
import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import {
  type SessionChanges,
  type WhatsAppWebSessionRow,
  wipeWhatsAppWebSession,
} from "../../db/whatsapp-web/sessions.ts";
import { createLiveSession, type LiveSession } from "../providers/whatsapp-web/connection/live-session.ts";
import { createRetryCounters } from "../providers/whatsapp-web/connection/retry-counters.ts";
import type { SessionListener, WhatsAppWebSession } from "../providers/whatsapp-web/connection/session.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { type CredentialStore, createCredentialStore } from "./credential-store.ts";
import { createKeyStore, type WriteKeys } from "./key-store.ts";
import type { Lease } from "./lease.ts";
import { createStatusPublisher, type PublishedStatus, type StatusPublisher } from "./status-publisher.ts";
import type { Timings } from "./timings.ts";
import { openVault } from "./vault.ts";
import type { Versions } from "./versions.ts";

/** What every session of a gateway is cared for with. */
export type CareDependencies = {
  sql: Sql;
  secrets: Secrets;
  log: Logger;
  library: Library;
  versions: Versions;
  /** WebSocket of WhatsApp Web. */
  url: string;
  listener: SessionListener;
  timings: Timings;
  write: WriteKeys;
  /** A session is logged in and answered: what waited for it can go. */
  onConnected(session: WhatsAppWebSession): void;
  /** A session is not on its way to a first connection any more. */
  onStarted(): void;
};

/** The care of one held session: what belongs to it, and where it stands. */
export type Care = CareDependencies & {
  lease: Lease;
  publisher: StatusPublisher;
  live: LiveSession;
  credentials: CredentialStore;
  retryCounters: NonNullable<SocketConfig["msgRetryCounterCache"]>;
  /** What is wanted, as far as it is known here. */
  row: WhatsAppWebSessionRow;
  /** Ends the connection, or the wait for one. */
  stop: AbortController;
  /** The whole care is to end. */
  stopping: boolean;
  /** It is on its way to a first connection. */
  starting: boolean;
  /** The version of WhatsApp Web was renewed for it. */
  renewed: boolean;
  /** QR codes that were shown. */
  shown: number;
};

/** The care of a session that was just claimed. Throws when its data key can't be opened. */
export function createCare(dependencies: CareDependencies, row: WhatsAppWebSessionRow, lease: Lease): Care {
  const { sql, secrets, write, library, log } = dependencies;
  const { held } = lease;
  const publisher = createStatusPublisher(sql, lease, row, log);
  const vault = openVault(secrets, held.channelId, row.data_key, held.fence);
  const credentials = createCredentialStore({
    library,
    store: createKeyStore(sql, write, lease, vault),
    wipe: () => wipeWhatsAppWebSession(sql, held),
    onFailure(cause) {
      if (lease.isHeld()) log.error({ err: cause, channel: held.channelId }, "a session's keys failed");
      care.stop.abort();
    },
  });
  const care: Care = {
    ...{ ...dependencies, row, lease, publisher, credentials },
    live: createLiveSession({ ...held, restrict: publisher.restrict, unrestrict: publisher.unrestrict }),
    retryCounters: createRetryCounters(),
    stop: new AbortController(),
    ...{ stopping: false, starting: true, renewed: false, shown: 0 },
  };
  return care;
}

/** Whether the session is still to be cared for. */
export function isCurrent({ stopping, lease }: Care): boolean {
  return !stopping && lease.isHeld();
}

/** It is logged in, waits for a person, or has failed: others may start. */
export function started(care: Care): void {
  if (care.starting) queueMicrotask(care.onStarted);
  care.starting = false;
}

/** Notes changes of the row, for them to be written. */
export function change(care: Care, changes: SessionChanges): SessionChanges {
  care.row = { ...care.row, ...changes };
  return changes;
}

/** Shows how the session stands until it is connected again, after `wait` milliseconds. */
export async function rest(
  care: Care,
  {
    status,
    reason,
    wait,
    failures,
  }: { status: PublishedStatus; reason: string; wait: number; failures: number },
): Promise<void> {
  const next_attempt_at = new Date(Date.now() + wait);
  const session = change(care, { failures, next_attempt_at, pairing: null });
  await care.publisher.publish(status, reason, { session });
}

/** Forgets credentials and keys, here and in the database. */
export async function wipe({ sql, live, credentials, lease }: Care): Promise<void> {
  live.hold(null);
  await credentials.forget();
  await wipeWhatsAppWebSession(sql, lease.held);
}
