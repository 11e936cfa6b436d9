import type { SocketConfig, WABrowserDescription } from "baileys";
import type { Logger } from "pino";
import type { ChannelSettings } from "../../db/channels/settings.ts";
import type { Sql } from "../../db/connection/client.ts";
import { wipeWhatsAppWebSession } from "../../db/whatsapp-web/held-sessions.ts";
import type { HeldSessionRow } from "../../db/whatsapp-web/sessions.ts";
import type { Drift } from "../drift/drift.ts";
import type { Dialing } from "../egress/own-hosts.ts";
import { createRetryCounters } from "../providers/whatsapp-web/connection/incoming/retry-counters.ts";
import { createLiveSession, type LiveSession } from "../providers/whatsapp-web/connection/live-session.ts";
import type { SessionListener, WhatsAppWebSession } from "../providers/whatsapp-web/connection/session.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { type CredentialStore, createCredentialStore } from "./keys/credential-store.ts";
import { createKeyStore, type WriteKeys } from "./keys/key-store.ts";
import { openVault } from "./keys/vault.ts";
import type { Lease } from "./lease.ts";
import type { Tunnels } from "./number/tunnels.ts";
import { createStatusPublisher, type StatusPublisher } from "./status-publisher.ts";
import type { Timings } from "./timings.ts";
import type { Versions } from "./versions.ts";

/** The dependencies that all sessions of a gateway share. */
export type SessionDependencies = {
  sql: Sql;
  secrets: Secrets;
  /** The way out of each number. */
  tunnels: Tunnels;
  /** Lets what Baileys downloads itself come from WhatsApp's hosts alone. */
  fileHosts: Dialing;
  log: Logger;
  library: Library;
  versions: Versions;
  /** What numbers are linked as. */
  browser: WABrowserDescription;
  /** WebSocket URL of WhatsApp Web. */
  url: string;
  listener: SessionListener;
  drift: Pick<Drift, "note">;
  timings: Timings;
  write: WriteKeys;
  /** Called when a session is logged in and responding, so its waiting messages can go. */
  onConnected(session: WhatsAppWebSession): void;
  /** Called when a session is no longer on its way to its first connection. */
  onStarted(): void;
  /** Makes the gateway read the rows of its sessions at once. */
  lookAgain(): void;
};

/** The parts of one held session, which outlive its connections. Its state is kept elsewhere. */
export type SessionParts = SessionDependencies & {
  lease: Lease;
  publisher: StatusPublisher;
  live: LiveSession<ChannelSettings>;
  credentials: CredentialStore;
  retryCounters: NonNullable<SocketConfig["msgRetryCounterCache"]>;
};

/** The parts of a newly claimed session. Throws when its data key can't be opened. */
export function createSessionParts(
  dependencies: SessionDependencies,
  row: HeldSessionRow,
  lease: Lease,
  onKeysFailed: () => void,
): SessionParts {
  const { sql, secrets, tunnels, write, library, log } = dependencies;
  const { held } = lease;
  const publisher = createStatusPublisher(sql, lease, row, log);
  const vault = openVault(secrets, held.channelId, row.data_key, held.fence);
  const credentials = createCredentialStore({
    library,
    store: createKeyStore(sql, write, lease, vault),
    wipe: () => wipeWhatsAppWebSession(sql, held),
    onFailure(cause) {
      if (lease.isHeld()) log.error({ err: cause, channel: held.channelId }, "a session's keys failed");
      onKeysFailed();
    },
  });
  const { restrict, unrestrict } = publisher;
  const live = createLiveSession({ ...held, restrict, unrestrict }, row.settings, (settings) =>
    tunnels.of(held.channelId, settings),
  );
  return {
    ...{ ...dependencies, lease, publisher, credentials },
    live,
    retryCounters: createRetryCounters(),
  };
}
