import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { LIMITS } from "../functions/limits.ts";
import { clientConfig, PrimaryClient } from "./pg-client.ts";
import { serversOf } from "./servers.ts";

/** A session that lasts: what it holds (an advisory lock, subscriptions) says that this daemon is alive. */
export type Session = {
  /** Makes it, and keeps it open from then on. Throws when it can't be made at first. */
  open(subscriptions: Subscriptions): Promise<void>;
  /**
   * Whether what was announced until a second ago has reached this process: Postgres has answered a query that was
   * sent since, and delivers notifications before it answers.
   */
  isListening(): boolean;
  close(): Promise<void>;
};

export type SessionOptions = {
  url: string;
  daemonId: string;
  /** Called when that was on another server than before, or the old one had fallen silent. */
  onMoved?(): void;
  /** How long it rests between two questions while nobody asks: less than what counts as silence. */
  restMs?(): number;
};

/** The subscriptions of a session. */
export type Subscriptions = {
  channels: readonly string[];
  onNotification(channel: string, payload: string): void;
  /** Called each time the session was made again: notifications may have been missed. */
  onRestored(): void;
};

const BEAT_MS = 500;
/** While nobody asks whether notifications arrive, it is early enough to notice by then that they do not. */
const IDLE_BEAT_MS = 2500;
/** After a use, it counts as used for so long. */
const ASKED_MS = 20_000;
/** An older memory may be outdated: daemons promise to refuse a revoked key within a second. */
const FRESH_MS = 900;
const NEVER = Number.NEGATIVE_INFINITY;
/** A session silent for longer than this may be a half-open socket that receives nothing. */
const SILENCE_MS = 3000;
const RECONNECT_MS = 500;
/** How often it looks whether another server was promoted while this one answers as before. */
const LOOK_MS = 5000;

/**
 * A session that is made again whenever it is lost, on the server that takes writes then. The other connections to a
 * server that fell silent, or is the primary no more, are left with it.
 */
export function createSession(options: SessionOptions): Session {
  const { restMs = () => IDLE_BEAT_MS } = options;
  const servers = serversOf(options.url);
  const closing = new AbortController();
  let subscriptions: Subscriptions = { channels: [], onNotification() {}, onRestored() {} };
  let client: pg.Client | null = null;
  let beating = Promise.resolve();
  let freshAt = NEVER;
  let askedAt = NEVER;
  let wake = () => {};
  let server = "";

  async function dial(): Promise<pg.Client> {
    const dialledAt = performance.now();
    const dialled = new PrimaryClient({
      ...clientConfig(options.url, "waypost session"),
      query_timeout: 2 * SILENCE_MS,
    });
    dialled.on("notification", ({ channel, payload }) => {
      // before that, nothing is remembered or drained that a notification could be about
      if (client !== null) subscriptions.onNotification(channel, payload ?? "");
    });
    dialled.on("error", () => {
      freshAt = NEVER;
    });
    try {
      await dialled.connect();
      await dialled.query("select pg_advisory_lock($1, hashtext('waypost.daemon.' || $2))", [
        LIMITS.daemon_lock_class,
        options.daemonId,
      ]);
      for (const channel of subscriptions.channels)
        await dialled.query(`listen ${pg.escapeIdentifier(channel)}`);
      server = await nameOf(dialled);
    } catch (cause) {
      await dialled.end().catch(() => {});
      throw cause;
    }
    freshAt = dialledAt;
    return dialled;
  }

  async function beat(): Promise<void> {
    let lookedAt = performance.now();
    while (await stillOpenAfterRest()) {
      // not by the clock, which may be set back
      const beganAt = performance.now();
      const answer = client === null ? "failed" : await answerOf(client);
      if (answer === "ok") freshAt = beganAt;
      const looks = beganAt - lookedAt >= LOOK_MS;
      if (looks) lookedAt = beganAt;
      const moved = looks && (await servers.hasMoved());
      if (answer !== "ok" || moved) await restore(answer === "silent" || moved);
    }
  }

  async function restore(leaving: boolean): Promise<void> {
    const before = server;
    freshAt = NEVER;
    await client?.end().catch(() => {});
    servers.forget();
    while (!closing.signal.aborted) {
      const startedAt = performance.now();
      try {
        client = await dial();
        if (leaving || server !== before) {
          await servers.leave(startedAt);
          options.onMoved?.();
        }
        return subscriptions.onRestored();
      } catch {
        servers.forget();
        await stillOpenAfter(RECONNECT_MS);
      }
    }
  }

  /** Waits for the next beat, which comes sooner while somebody asks. */
  async function stillOpenAfterRest(): Promise<boolean> {
    if (performance.now() - askedAt < ASKED_MS) return await stillOpenAfter(BEAT_MS);
    const used = Promise.withResolvers<boolean>();
    wake = () => used.resolve(true);
    return await Promise.race([stillOpenAfter(restMs()), used.promise]);
  }

  /** Waits, but not beyond the end of the session. */
  function stillOpenAfter(durationMs: number): Promise<boolean> {
    const { signal } = closing;
    return wait(durationMs, true, { signal }).catch(() => false);
  }

  return {
    async open(wanted) {
      subscriptions = wanted;
      client = await dial();
      beating = beat();
    },
    isListening() {
      askedAt = performance.now();
      wake();
      return askedAt - freshAt < FRESH_MS;
    },
    async close() {
      closing.abort();
      await beating;
      await client?.end().catch(() => {});
    },
  };
}

/** Identifies one start of one server: an address may lead to another server than before. */
async function nameOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select concat(inet_server_addr(), ' ', inet_server_port(), ' ', pg_postmaster_start_time()) as name",
  );
  return rows[0]?.name ?? "";
}

/** Whether a session answers, has failed, or says nothing. */
async function answerOf(client: pg.Client): Promise<"ok" | "failed" | "silent"> {
  const answered = new AbortController();
  const answer = client.query("select").then(
    () => "ok" as const,
    () => "failed" as const,
  );
  const silence = wait(SILENCE_MS, undefined, answered)
    // an answer that came while this process was busy is read first
    .then(() => wait(LATE_MS, "silent" as const, answered))
    .catch(() => "ok" as const);
  return await Promise.race([answer, silence]).finally(() => answered.abort());
}

const LATE_MS = 50;
