import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDatabaseAway } from "../../db/connection/connection-errors.ts";
import {
  changeWhatsAppWebSession,
  claimWhatsAppWebSessions,
  markSeen,
  releaseWhatsAppWebSession,
  removeWhatsAppWebSession,
  renewWhatsAppWebSessions,
  type WhatsAppWebSessionRow,
} from "../../db/whatsapp-web/sessions.ts";
import type { Lane } from "../lanes/lane.ts";
import { type Bell, createBell } from "../lib/signal.ts";
import type { SessionListener, WhatsAppWebSessions } from "../providers/whatsapp-web/connection/session.ts";
import { type Library, LibraryMissingError, openLibrary } from "../providers/whatsapp-web/library/library.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { createKeyStoreWriter } from "./key-store.ts";
import { createLease, LEASE_SECONDS, type Lease, type Moment, now } from "./lease.ts";
import { createLookups } from "./lookups.ts";
import type { SessionDependencies } from "./session-parts.ts";
import { type Supervisor, supervise } from "./supervisor.ts";
import { TIMINGS, type Timings } from "./timings.ts";
import { createVersions } from "./versions.ts";

/** The sessions of paired numbers that this daemon holds, and how it comes to hold them. */
export type Gateway = WhatsAppWebSessions & {
  /** Begins to hold sessions, as many as want it. */
  start(): void;
  /** Looks at once for sessions that want a gateway, and for what is wanted of those held. */
  look(): void;
  /** Work has come to the lane of a session that a daemon holds. */
  tellLane(told: Lane & { daemon: string }): void;
  /** Loads what paired numbers need. Throws `LibraryMissingError`. */
  prepare(): Promise<void>;
  /** Whether leases are being renewed. */
  isWorking(): boolean;
  /** How many sessions are held, and how many of them are logged in. */
  count(): { held: number; connected: number };
  /** Ends every connection, keeps the logins, hands the sessions back. */
  stop(): Promise<void>;
};

export type GatewayOptions = {
  /** For what sessions keep. */
  sql: Sql;
  /** For holding sessions, which nothing else may delay. */
  leases: Sql;
  secrets: Secrets;
  log: Logger;
  daemonId: string;
  /** WebSocket of WhatsApp Web. */
  url: string;
  /** Hex key in place of WhatsApp's root key; only for a sandbox. */
  rootKey?: string | undefined;
  listener: SessionListener;
  /** Drains a channel's lane, now that its session can send. */
  wakeLane(lane: Lane): Promise<void>;
  timings?: Timings;
  load?: () => Promise<Library>;
};

const LOOK_MILLISECONDS = 2000;
/** Sessions that may be on their way to a connection at once: a start of hundreds is no storm. */
const STARTING = 8;
/** Between two notes that sessions were seen to work. */
const NOTE_MILLISECONDS = 60_000;

/** A gateway that holds nothing yet. */
export function createGateway(options: GatewayOptions): Gateway {
  const { leases: sql, log, daemonId } = options;
  const supervisors = new Map<string, Supervisor>();
  const bell: Bell = createBell();
  const lookups = createLookups({ sql, log, library: async () => (await dependencies()).library });
  let stopping = false;
  let renewedAt = 0;
  let notedAt = Date.now();
  /** More sessions may wait than were taken. */
  let more = false;
  let parts: Promise<SessionDependencies> | null = null;

  /** Everything a session needs, made when there is a first one. */
  function dependencies(): Promise<SessionDependencies> {
    parts ??= prepareParts(options, bell, () => more && bell.ring()).catch((cause: unknown) => {
      parts = null;
      throw cause;
    });
    return parts;
  }

  async function look(): Promise<void> {
    const startedAt = now();
    const rows = await renewWhatsAppWebSessions(sql, daemonId, LEASE_SECONDS);
    renewedAt = Date.now();
    for (const supervisor of supervisors.values()) {
      const { channelId, fence } = supervisor.lease.held;
      const row = rows.find((one) => one.channel_id === channelId && one.fence === fence);
      if (row === undefined) supervisor.lease.lose();
      else renew(supervisor, row, startedAt);
    }
    await giveBack(rows);
    const connected = [...supervisors.values()].filter(
      ({ lease, session }) => lease.isHeld() && session.socket(),
    );
    if (Date.now() - notedAt > NOTE_MILLISECONDS && connected.length > 0) {
      notedAt = Date.now();
      await markSeen(
        sql,
        daemonId,
        connected.map(({ session }) => session.channelId),
      );
    }
    await lookups.answer(connected.map(({ session }) => session));
    const room = STARTING - [...supervisors.values()].filter((one) => one.isStarting()).length;
    if (room > 0) await claim(room);
  }

  /** A lease that was given up here before the database ended it is renewed for nobody: its session has no other way back. */
  async function giveBack(rows: readonly WhatsAppWebSessionRow[]): Promise<void> {
    for (const { organization_id: organizationId, channel_id: channelId, fence } of rows) {
      if (supervisors.has(channelId)) continue;
      await releaseWhatsAppWebSession(sql, { organizationId, channelId, daemonId, fence });
    }
  }

  async function claim(most: number): Promise<void> {
    const startedAt = now();
    const rows = await claimWhatsAppWebSessions(sql, daemonId, LEASE_SECONDS, most);
    more = rows.length === most;
    for (const row of rows) {
      const { organization_id: organizationId, channel_id: channelId, fence } = row;
      await supervisors.get(channelId)?.stop();
      const lease = createLease({ organizationId, channelId, daemonId, fence }, startedAt);
      await take(row, lease).catch((cause: unknown) => refuse(row, lease, cause));
    }
  }

  async function take(row: WhatsAppWebSessionRow, lease: Lease): Promise<void> {
    const supervisor = supervise(await dependencies(), row, lease);
    supervisors.set(row.channel_id, supervisor);
    void supervisor.done.then(() => {
      if (supervisors.get(row.channel_id) === supervisor) supervisors.delete(row.channel_id);
      bell.ring();
    });
  }

  /** A session that can't be held here for lack of something is given up, with the reason where it can be read. */
  async function refuse({ wanted }: WhatsAppWebSessionRow, { held }: Lease, cause: unknown): Promise<void> {
    if (wanted === "delete") return await removeWhatsAppWebSession(sql, held);
    log.error({ err: cause, channel: held.channelId }, "a paired number can't be connected");
    const status_reason =
      cause instanceof LibraryMissingError ? cause.message : "it can't be opened; see the log";
    await changeWhatsAppWebSession(sql, held, { ended: wanted }, { status: "disconnected", status_reason });
    await releaseWhatsAppWebSession(sql, held);
  }

  async function lookOn(): Promise<void> {
    while (!stopping) {
      await look().catch((cause: unknown) => {
        if (isDatabaseAway(cause)) log.warn("the database is away; leases of paired numbers are not renewed");
        else log.error({ err: cause }, "looking after the sessions of paired numbers failed");
      });
      if (!stopping) await bell.wait(LOOK_MILLISECONDS);
    }
  }

  let looking: Promise<void> = Promise.resolve();
  return {
    start() {
      looking = lookOn();
    },
    find: (channelId) => {
      const supervisor = supervisors.get(channelId);
      return supervisor?.lease.isHeld() ? supervisor.session : null;
    },
    look: () => bell.ring(),
    tellLane({ daemon, ...lane }) {
      if (daemon === daemonId) wakeLane(options, lane);
    },
    prepare: async () => void (await dependencies()),
    isWorking: () => Date.now() - renewedAt < LEASE_SECONDS * 1000,
    count() {
      const all = [...supervisors.values()];
      return { held: all.length, connected: all.filter(({ session }) => session.socket() !== null).length };
    },
    async stop() {
      stopping = true;
      bell.ring();
      await looking;
      await Promise.all([...supervisors.values()].map((supervisor) => supervisor.stop()));
    },
  };
}

async function prepareParts(
  options: GatewayOptions,
  bell: Bell,
  onStarted: () => void,
): Promise<SessionDependencies> {
  const { sql, daemonId, rootKey, load, timings = TIMINGS } = options;
  const library = await openLibrary({ rootKey, ...(load === undefined ? {} : { load }) });
  return {
    ...options,
    library,
    timings,
    onStarted,
    lookAgain: () => bell.ring(),
    onConnected: ({ organizationId, channelId }) =>
      wakeLane(options, { organizationId, kind: "channel", laneId: channelId }),
    write: createKeyStoreWriter(sql, daemonId),
    versions: createVersions(library, rootKey !== undefined),
  };
}

function renew({ lease, update }: Supervisor, row: WhatsAppWebSessionRow, startedAt: Moment): void {
  lease.renewed(startedAt);
  update(row, startedAt);
}

function wakeLane({ wakeLane, log }: Pick<GatewayOptions, "wakeLane" | "log">, lane: Lane): void {
  wakeLane(lane).catch((cause: unknown) =>
    log.warn({ err: cause, lane }, "a paired number's lane was not woken"),
  );
}
