import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { pgOptions } from "./pg-options.ts";

/** A session that lasts: what it holds (an advisory lock, subscriptions) says that this daemon is alive. */
export type Session = {
  /** Whether notifications reach this process: the session answered within the last moments. */
  isListening(): boolean;
  close(): Promise<void>;
};

export type SessionOptions = {
  url: string;
  daemonId: string;
  /** Channels to listen on. */
  channels: readonly string[];
  onNotification(channel: string, payload: string): void;
  /** Called each time the session was made again: notifications may have been missed. */
  onRestored(): void;
};

const BEAT_MS = 1000;
/** A session silent for longer than this may be a half-open socket that receives nothing. */
const SILENCE_MS = 3000;
const RECONNECT_MS = 500;
/** The advisory lock class of daemons; see holds_session in db/lanes/lanes.sql. */
const LOCK_CLASS = 8484;

/** Opens the session and keeps it open: it is made again whenever it is lost. Throws when it can't be made at first. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const closing = new AbortController();
  let opened = false;
  let receivedAt = 0;
  let client = await dial();

  async function dial(): Promise<pg.Client> {
    const dialled = new pg.Client({
      ...pgOptions(options.url, "waypost session"),
      connectionTimeoutMillis: 5000,
      query_timeout: SILENCE_MS,
    });
    dialled.on("notification", ({ channel, payload }) => {
      // before that, nothing is remembered or drained that a notification could be about
      if (opened) options.onNotification(channel, payload ?? "");
    });
    dialled.on("error", () => {
      receivedAt = 0;
    });
    try {
      await dialled.connect();
      await dialled.query("select pg_advisory_lock($1, session_key($2))", [LOCK_CLASS, options.daemonId]);
      for (const channel of options.channels) await dialled.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (cause) {
      await dialled.end().catch(() => {});
      throw cause;
    }
    receivedAt = Date.now();
    return dialled;
  }

  async function beat(): Promise<void> {
    while (await stillOpenAfter(BEAT_MS)) {
      try {
        await client.query("select");
        receivedAt = Date.now();
      } catch {
        receivedAt = 0;
        await restore();
      }
    }
  }

  async function restore(): Promise<void> {
    await client.end().catch(() => {});
    while (!closing.signal.aborted) {
      try {
        client = await dial();
        return options.onRestored();
      } catch {
        await stillOpenAfter(RECONNECT_MS);
      }
    }
  }

  /** Waits, but not beyond the end of the session. */
  function stillOpenAfter(durationMs: number): Promise<boolean> {
    const { signal } = closing;
    return wait(durationMs, true, { signal }).catch(() => false);
  }

  const beating = beat();
  opened = true;
  return {
    isListening: () => Date.now() - receivedAt < SILENCE_MS,
    async close() {
      closing.abort();
      await beating;
      await client.end().catch(() => {});
    },
  };
}
