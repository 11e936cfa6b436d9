import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import {
  changeWhatsAppWebSession,
  releaseWhatsAppWebSession,
  removeWhatsAppWebSession,
} from "../../db/whatsapp-web/held-sessions.ts";
import {
  claimWhatsAppWebSessions,
  type HeldSession,
  type HeldSessionRow,
  type RenewedSessionRow,
} from "../../db/whatsapp-web/sessions.ts";
import { STATUS_REASONS } from "../lib/status-reasons.ts";
import type { WhatsAppWebSessions } from "../providers/whatsapp-web/connection/session.ts";
import { LibraryMissingError } from "../providers/whatsapp-web/library/library.ts";
import { SecretError } from "../secrets/envelope.ts";
import { createLease, LEASE_MS, type Lease, type Moment, now } from "./lease.ts";
import type { SessionDependencies } from "./session-parts.ts";
import { type Supervisor, supervise } from "./supervisor.ts";

/** How long a session is left alone whose login can't be read. */
const KEY_WAIT_MS = 2000;

/** The paired numbers that this daemon holds, by channel. The gateway fills it; what sends looks sessions up in it. */
export type Held = WhatsAppWebSessions & {
  supervisors: Map<string, Supervisor>;
  /** How many sessions are held, and how many of them are logged in. */
  count(): { held: number; connected: number };
};

/** Nothing is held yet. */
export function createHeld(): Held {
  const supervisors = new Map<string, Supervisor>();
  return {
    supervisors,
    find(channelId) {
      const supervisor = supervisors.get(channelId);
      return supervisor?.lease.isHeld() ? supervisor.session : null;
    },
    count() {
      const all = [...supervisors.values()];
      return { held: all.length, connected: all.filter(({ session }) => session.socket() !== null).length };
    },
  };
}

/** How a gateway comes to hold sessions. */
export type HeldSessions = {
  all(): Supervisor[];
  /** Takes over the rows of the sessions that this daemon holds according to the database. */
  renew(rows: readonly RenewedSessionRow[], readAt: Moment): Promise<void>;
  /** Takes sessions that nobody holds; false when there were fewer than `most`. */
  claim(most: number): Promise<boolean>;
};

export type HeldSessionsOptions = {
  sql: Sql;
  log: Logger;
  daemonId: string;
  supervisors: Map<string, Supervisor>;
  dependencies(): Promise<SessionDependencies>;
  /** Called when a session is no longer held. */
  onGone(): void;
};

/** Claims sessions into `supervisors`, keeps them there while their leases last, and removes them when they end. */
export function createHeldSessions({
  sql,
  log,
  daemonId,
  supervisors,
  dependencies,
  onGone,
}: HeldSessionsOptions): HeldSessions {
  /**
   * Releases sessions whose lease this daemon gave up before it ended in the database: nothing
   * else would free them.
   */
  async function giveBack(rows: readonly RenewedSessionRow[]): Promise<void> {
    for (const { organization_id: organizationId, channel_id: channelId, fence } of rows) {
      if (supervisors.has(channelId)) continue;
      await releaseWhatsAppWebSession(sql, { organizationId, channelId, daemonId, fence });
    }
  }

  async function hold(row: HeldSessionRow, lease: Lease): Promise<void> {
    const { channelId: channel, fence } = lease.held;
    lease.lost.addEventListener("abort", () =>
      log.info({ channel, fence }, "a paired number is not held here any more"),
    );
    log.info({ channel, fence }, "a paired number is held here");
    const supervisor = supervise(await dependencies(), row, lease);
    supervisors.set(row.channel_id, supervisor);
    void supervisor.done.then(() => {
      if (supervisors.get(row.channel_id) === supervisor) supervisors.delete(row.channel_id);
      onGone();
    });
  }

  /** Releases a session that this daemon lacks something to hold, showing the reason where there is one to show. */
  async function refuse({ wanted }: HeldSessionRow, { held }: Lease, cause: unknown): Promise<void> {
    if (wanted === "delete") return await removeWhatsAppWebSession(sql, held);
    if (cause instanceof SecretError && cause.failure === "unknown_key") return await postpone(held, cause);
    log.error({ err: cause, channel: held.channelId }, "a paired number can't be connected");
    const status_reason = cause instanceof LibraryMissingError ? cause.message : STATUS_REASONS.not_opened;
    await changeWhatsAppWebSession(sql, held, { ended: wanted }, { status: "disconnected", status_reason });
    await releaseWhatsAppWebSession(sql, held);
  }

  /**
   * Leaves a session whose login this daemon can't decrypt to another daemon: a new master key may not have come here.
   */
  async function postpone(held: HeldSession, cause: SecretError): Promise<void> {
    log.warn({ err: cause, channel: held.channelId }, "a paired number waits for a master key");
    const status_reason = STATUS_REASONS.waiting_for_key;
    const changes = { nextAttemptInMs: KEY_WAIT_MS };
    await changeWhatsAppWebSession(sql, held, changes, { status: "connecting", status_reason });
    await releaseWhatsAppWebSession(sql, held);
  }

  return {
    all: () => [...supervisors.values()],
    async renew(rows, readAt) {
      const byChannel = new Map(rows.map((row) => [row.channel_id, row]));
      for (const supervisor of supervisors.values()) renewOne(supervisor, byChannel, readAt);
      await giveBack(rows);
    },
    async claim(most) {
      const startedAt = now();
      const rows = await claimWhatsAppWebSessions(sql, daemonId, LEASE_MS, most);
      for (const row of rows) {
        const { organization_id: organizationId, channel_id: channelId, fence } = row;
        await supervisors.get(channelId)?.stop();
        const lease = createLease({ organizationId, channelId, daemonId, fence }, startedAt);
        await hold(row, lease).catch((cause: unknown) => refuse(row, lease, cause));
      }
      return rows.length === most;
    },
  };
}

/** A session whose row is missing belongs to another daemon. */
function renewOne(
  { lease, update }: Supervisor,
  rows: ReadonlyMap<string, RenewedSessionRow>,
  readAt: Moment,
): void {
  const { channelId, fence } = lease.held;
  const row = rows.get(channelId);
  if (row?.fence !== fence) {
    lease.lose();
    return;
  }
  lease.renewed(readAt);
  update(row, readAt);
}
