import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { type EventPlace, latestEventPlace, readEventsOfMany } from "../../db/events/events.ts";
import { createSignal, type Signal } from "../lib/signal.ts";
import { createRecentEvents, type RecentEvent, type RecentEvents } from "./recent.ts";

/** The newest events, read from the database once for all their followers. */
export type EventTail = {
  /** Follows an organisation's events until the returned follower is closed. */
  follow(organizationId: string): Follower;
  /** Stops the tail for every follower. */
  stop(): void;
};

export type Follower = {
  /** The events after a position; null when the tail does not reach that far back. */
  after(place: EventPlace): readonly RecentEvent[] | null;
  /** Resolves when there may be more, or after `timeoutMs`. */
  changed(timeoutMs: number): Promise<unknown>;
  /** Ends a wait for changes. */
  wake(): void;
  /** Whether the tail was stopped. */
  isOver(): boolean;
  close(): void;
};

const POLL_MS = 100;
const DATABASE_RETRY_MS = 500;
const EVENTS_A_POLL = 500;

type Tailed = { recent: RecentEvents | null; signals: Set<Signal> };

/**
 * Makes a tail, which reads nothing while nobody follows it. It polls: a notification from
 * every transaction that emits events would make all of them commit one after another. While
 * the database is down, it waits.
 */
export function createEventTail(sql: Sql, log: Logger): EventTail {
  const organizations = new Map<string, Tailed>();
  let polling = false;
  let stopped = false;

  async function poll(): Promise<void> {
    polling = true;
    while (organizations.size > 0 && !stopped) await Bun.sleep(await pollOnce().catch(waitAfter));
    polling = false;
  }

  function waitAfter(cause: unknown): number {
    if (!isDisconnected(cause)) log.error({ err: cause }, "reading the newest events failed");
    return DATABASE_RETRY_MS;
  }

  /** Returns how long to wait before the next poll, in milliseconds. */
  async function pollOnce(): Promise<number> {
    for (const [id, tailed] of organizations) if (tailed.recent === null) await begin(id, tailed);
    const ends = new Map<string, EventPlace>();
    for (const [id, { recent }] of organizations) if (recent !== null) ends.set(id, recent.end());
    const rows = await readEventsOfMany(sql, ends, EVENTS_A_POLL);
    const groups = Map.groupBy(rows, (row) => row.organization_id);
    for (const [id, group] of groups) {
      const tailed = organizations.get(id);
      tailed?.recent?.add(group);
      if (tailed !== undefined) raiseAll(tailed);
    }
    return [...groups.values()].some((group) => group.length === EVENTS_A_POLL) ? 0 : POLL_MS;
  }

  /** Followers may have read less far than where the tail begins. */
  async function begin(organizationId: string, tailed: Tailed): Promise<void> {
    tailed.recent = createRecentEvents(await latestEventPlace(sql, organizationId));
    raiseAll(tailed);
  }

  function tailOf(organizationId: string): Tailed {
    const known = organizations.get(organizationId);
    if (known !== undefined) return known;
    const made: Tailed = { recent: null, signals: new Set() };
    organizations.set(organizationId, made);
    return made;
  }

  return {
    follow(organizationId) {
      const tailed = tailOf(organizationId);
      const signal = createSignal();
      tailed.signals.add(signal);
      if (!polling) void poll();
      return {
        after: (place) => tailed.recent?.after(place) ?? null,
        changed: (timeoutMs) => signal.wait(timeoutMs),
        wake: () => signal.raise(),
        isOver: () => stopped,
        close() {
          tailed.signals.delete(signal);
          signal.raise();
          if (tailed.signals.size === 0 && organizations.get(organizationId) === tailed)
            organizations.delete(organizationId);
        },
      };
    },
    stop() {
      stopped = true;
      for (const tailed of organizations.values()) raiseAll(tailed);
    },
  };
}

function raiseAll({ signals }: Tailed): void {
  for (const signal of signals) signal.raise();
}
