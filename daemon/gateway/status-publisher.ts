import type { Logger } from "pino";
import type { ChannelChanges } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { changeWhatsAppWebSession, type SessionChanges } from "../../db/whatsapp-web/held-sessions.ts";
import type { WhatsAppWebSessionRow } from "../../db/whatsapp-web/sessions.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import { createSerial } from "../lib/serial.ts";
import { statusReason } from "../lib/status-reasons.ts";
import type { Lease } from "./lease.ts";

export type PublishedStatus =
  | "disconnected"
  | "connecting"
  | "pairing"
  | "connected"
  | "degraded"
  | "logged_out"
  | "replaced"
  | "restricted";

/** Publishes a held session's status: its channel's status and the reason. */
export type StatusPublisher = {
  /** Publishes a status. The one before is written again only with the session: a request to connect may have changed it. */
  publish(
    status: PublishedStatus,
    reason: string | null,
    more?: { session?: SessionChanges; phone?: string; offered?: string },
  ): Promise<void>;
  /** WhatsApp restricts the number: a connected session shows `restricted` until then. */
  restrict(reason: string, until: Date | null): Promise<void>;
  unrestrict(): Promise<void>;
};

/** The SQLSTATE raised when another daemon holds the session; see require_web_session in db. */
const NOT_HELD = "P0W01";

/** Writes statuses in the order they are published, only while the session is held. */
export function createStatusPublisher(
  sql: Sql,
  lease: Lease,
  row: WhatsAppWebSessionRow,
  log: Logger,
): StatusPublisher {
  let restriction = restrictionOf(row);
  let plain: { status: PublishedStatus; reason: string | null } = { status: "connecting", reason: null };
  let written = "";
  const writing = createSerial((cause) => {
    written = "";
    if (cause instanceof Error && "code" in cause && cause.code === NOT_HELD) lease.lose();
    else log.warn({ err: cause, channel: lease.held.channelId }, "a session's status could not be written");
  });

  function write(session: SessionChanges, channel: ChannelChanges): Promise<void> {
    writing.add(async () => {
      await retryDeadlock(() => changeWhatsAppWebSession(sql, lease.held, session, channel));
    });
    return writing.done();
  }

  function publish(session: SessionChanges = {}, phone?: string, offered?: string): Promise<void> {
    const { status, reason } = restrictedNow() ?? plain;
    const now = JSON.stringify([status, reason, phone]);
    const changed = now !== written;
    written = now;
    if (!changed && Object.keys(session).length === 0) return writing.done();
    const seen = plain.status === "connected" ? { last_seen_at: new Date() } : {};
    const channel = {
      status,
      status_reason: reason,
      ...seen,
      ...(phone === undefined ? {} : { phone_number: phone }),
      ...(offered === undefined ? {} : { offered_number: offered }),
    };
    return write(session, channel);
  }

  function restrictedNow(): { status: "restricted"; reason: string } | null {
    if (restriction === null || plain.status !== "connected") return null;
    const { reason, until } = restriction;
    if (until === null) return { status: "restricted", reason };
    return until.getTime() > Date.now()
      ? { status: "restricted", reason: statusReason("until", reason, until.toISOString()) }
      : null;
  }

  return {
    publish(status, reason, { session, phone, offered } = {}) {
      plain = { status, reason };
      return publish(session, phone, offered);
    },
    restrict(reason, until) {
      restriction = { reason, until };
      return publish({ restricted_reason: reason, restricted_until: until });
    },
    unrestrict() {
      if (restriction === null) return writing.done();
      restriction = null;
      return publish({ restricted_reason: null, restricted_until: null });
    },
  };
}

function restrictionOf(row: WhatsAppWebSessionRow): { reason: string; until: Date | null } | null {
  if (row.restricted_reason === null) return null;
  return { reason: row.restricted_reason, until: row.restricted_until };
}
