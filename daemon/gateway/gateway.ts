import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { markSeen, renewWhatsAppWebSessions } from "../../db/whatsapp-web/sessions.ts";
import type { Lane } from "../lanes/lane.ts";
import { createSignal, type Signal } from "../lib/signal.ts";
import { untilSharedWake } from "../lib/sleep.ts";
import { createHeldSessions } from "./held-sessions.ts";
import { LEASE_MS, now } from "./lease.ts";
import { createLookups } from "./lookups.ts";
import { createNumberChecks } from "./number/checks.ts";
import { createRequests } from "./requests.ts";
import { type GatewayOptions, prepareDependencies, wakeLane } from "./session-dependencies.ts";
import type { SessionDependencies } from "./session-parts.ts";
import type { Supervisor } from "./supervisor.ts";

/** Claims the sessions of paired numbers, and looks after those that it holds. */
export type Gateway = {
  /** Starts claiming sessions that want a gateway. */
  start(): void;
  /** Looks at once for sessions that want a gateway, and for changes to those held here. */
  look(): void;
  /** Looks at once for sessions that want a gateway: there are some. */
  takeSessions(): void;
  /** Handles a notice that work arrived in the lane of a session held by the named daemon. */
  laneHasWork(notice: Lane & { daemon: string }): void;
  /** Loads what paired numbers need. Throws `LibraryMissingError`. */
  prepare(): Promise<void>;
  /** Whether leases are being renewed. */
  isWorking(): boolean;
  /** Ends every connection, keeps the logins, hands the sessions back. */
  stop(): Promise<void>;
};

/** Every four seconds, when the rest of a daemon looks, too: waking costs more than looking. After a slow look, never later than 4.5. */
const LOOK_MS = 3500;
const LOOK_STEP_MS = 2000;
/** While it holds none: the daemon's own look around finds sessions that want a gateway. */
const IDLE_LOOK_MS = 60_000;
/** Requests to sessions are notified; without a notification, a check every so many looks is early enough. */
const LOOKS_A_QUESTION = 2;
/** Sessions that may be connecting at once, so that starting hundreds makes no storm. */
const STARTING = 8;
/** The interval between two records that sessions are working. */
const NOTE_MS = 60_000;

/** A gateway that has not started. */
export function createGateway(options: GatewayOptions): Gateway {
  const { leases: sql, log, daemonId } = options;
  const signal: Signal = createSignal();
  /** Whether there was a notification since the last look: there may be a request to a session. */
  let notified = true;
  const lookSoon = () => {
    notified = true;
    signal.raise();
  };
  const held = createHeldSessions({
    ...{ sql, log, daemonId, supervisors: options.held.supervisors },
    ...{ dependencies, onGone },
  });
  const library = async () => (await dependencies()).library;
  const lookups = createLookups({ sql, log, library });
  const requests = createRequests({ sql, log, library, sending: options.sending });
  const checks = createNumberChecks({ sql, log, daemonId });
  const note = createNotes((channelIds) => markSeen(sql, daemonId, channelIds));
  let stopping = false;
  let renewedAt = 0;
  /** Whether the database may know of sessions of this daemon that are not held here. */
  let unsure = true;
  /** Whether more sessions may be waiting than were claimed. */
  let more = false;
  let parts: Promise<SessionDependencies> | null = null;
  let looking: Promise<void> = Promise.resolve();

  const isIdle = () => !unsure && held.all().length === 0;

  function onGone(): void {
    unsure = true;
    lookSoon();
  }

  /** The shared dependencies of sessions, made when the first is needed. */
  function dependencies(): Promise<SessionDependencies> {
    parts ??= prepareDependencies(options, {
      onStarted: () => more && lookSoon(),
      lookAgain: lookSoon,
    }).catch((cause: unknown) => {
      parts = null;
      throw cause;
    });
    return parts;
  }

  async function look(mayHaveRequests: boolean): Promise<void> {
    if (unsure || held.all().length > 0) {
      unsure = false;
      await renew();
    }
    const connected = held
      .all()
      .filter(isConnected)
      .map(({ session }) => session);
    await note(connected.map(({ channelId }) => channelId));
    await checks.check(connected);
    if (mayHaveRequests) {
      await lookups.lookUp(connected);
      const pairing = held.all().filter(isAskedForPasskey);
      await requests.carryOut([...connected, ...pairing.map(({ session }) => session)]);
    }
    const room = STARTING - held.all().filter((one) => one.isStarting()).length;
    if (room > 0) more = await held.claim(room);
    renewedAt = Date.now();
  }

  async function renew(): Promise<void> {
    const startedAt = now();
    const rows = await renewWhatsAppWebSessions(sql, daemonId, LEASE_MS);
    renewedAt = Date.now();
    await held.renew(rows, startedAt);
  }

  async function lookOn(): Promise<void> {
    for (let looks = 0; !stopping; looks++) {
      const mayHaveRequests = notified || looks % LOOKS_A_QUESTION === 0;
      notified = false;
      await look(mayHaveRequests).catch((cause: unknown) => {
        unsure = true;
        notified = true;
        if (isDisconnected(cause)) log.warn("the database is away; leases of paired numbers are not renewed");
        else log.error({ err: cause }, "looking after the sessions of paired numbers failed");
      });
      if (!stopping) await signal.wait(isIdle() ? IDLE_LOOK_MS : untilSharedWake(LOOK_MS, LOOK_STEP_MS));
    }
  }

  return {
    start() {
      looking = lookOn();
    },
    look: lookSoon,
    takeSessions: () => signal.raise(),
    laneHasWork({ daemon, ...lane }) {
      if (daemon === daemonId) wakeLane(options, lane);
    },
    prepare: async () => void (await dependencies()),
    isWorking: () => isIdle() || Date.now() - renewedAt < LEASE_MS,
    async stop() {
      stopping = true;
      lookSoon();
      await looking;
      await Promise.all(held.all().map((supervisor) => supervisor.stop()));
    },
  };
}

function isConnected({ lease, session }: Supervisor): boolean {
  return lease.isHeld() && session.socket() !== null;
}

function isAskedForPasskey({ lease, session }: Supervisor): boolean {
  return lease.isHeld() && session.passkey() !== null;
}

/** Records now and then that channels are working. */
function createNotes(note: (channelIds: string[]) => Promise<void>) {
  let notedAt = Date.now();
  return async (channelIds: string[]) => {
    if (Date.now() - notedAt <= NOTE_MS || channelIds.length === 0) return;
    notedAt = Date.now();
    await note(channelIds);
  };
}
