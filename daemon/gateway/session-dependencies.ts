import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import type { Drift } from "../drift/drift.ts";
import type { EgressGuard } from "../egress/guard.ts";
import type { Lane } from "../lanes/lane.ts";
import { browserOf } from "../providers/whatsapp-web/connection/pairing/device.ts";
import type { SessionListener } from "../providers/whatsapp-web/connection/session.ts";
import { type Library, openLibrary } from "../providers/whatsapp-web/library/library.ts";
import { guardFileHosts } from "../providers/whatsapp-web/receive/media-source.ts";
import type { SendDependencies } from "../providers/whatsapp-web/send/sending.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { Held } from "./held-sessions.ts";
import { createKeyStoreWriter } from "./keys/key-store.ts";
import { createTunnels } from "./number/tunnels.ts";
import type { SessionDependencies } from "./session-parts.ts";
import { TIMINGS, type Timings } from "./timings.ts";
import { createVersions } from "./versions.ts";

export type GatewayOptions = {
  /** The pool for sessions' keys. */
  sql: Sql;
  /** The pool for leases, so that nothing else can delay them. */
  leases: Sql;
  secrets: Secrets;
  /** Judges where numbers connect to. */
  guard: EgressGuard;
  log: Logger;
  daemonId: string;
  /** WebSocket URL of WhatsApp Web. */
  url: string;
  /** Hex key in place of WhatsApp's root key; only for a sandbox. */
  rootKey?: string | undefined;
  /** What numbers are linked as: `Chrome (Mac OS)`. */
  device: string;
  /** The version of WhatsApp Web that is always used. */
  version?: string | undefined;
  /** Where the sessions are found that it holds. */
  held: Held;
  listener: SessionListener;
  /** What is needed to send what is no message in a chat. */
  sending: Pick<SendDependencies, "files" | "acks">;
  /** Counts what WhatsApp sends that nobody reads. */
  drift: Pick<Drift, "note">;
  /** Drains a channel's lane, now that its session can send. */
  wakeLane(lane: Lane): Promise<void>;
  timings?: Timings;
  load?: () => Promise<Library>;
};

/** Loads the library and makes what all sessions of a gateway share. Throws `LibraryMissingError`. */
export async function prepareDependencies(
  options: GatewayOptions,
  more: Pick<SessionDependencies, "onStarted" | "lookAgain">,
): Promise<SessionDependencies> {
  const { sql, daemonId, rootKey, load, timings = TIMINGS } = options;
  const library = await openLibrary({ rootKey, ...(load === undefined ? {} : { load }) });
  return {
    ...{ ...options, ...more, library, timings },
    onConnected(session) {
      const { organizationId, channelId: laneId } = session;
      wakeLane(options, { organizationId, kind: "channel", laneId });
      options.listener.onConnected?.(session);
    },
    write: createKeyStoreWriter(sql, daemonId),
    tunnels: createTunnels(options.secrets, options.guard),
    fileHosts: guardFileHosts({ webSocketUrl: options.url, guard: options.guard }),
    versions: createVersions({ ...options, library, fixed: options.version }),
    browser: browserOf(options.device),
  };
}

/** Drains a lane in the background. */
export function wakeLane({ wakeLane, log }: Pick<GatewayOptions, "wakeLane" | "log">, lane: Lane): void {
  wakeLane(lane).catch((cause: unknown) =>
    log.warn({ err: cause, lane }, "a paired number's lane was not woken"),
  );
}
