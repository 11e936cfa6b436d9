import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { createSignal, type Signal } from "../lib/signal.ts";
import { createAnnouncer } from "./announce.ts";
import { readPayload } from "./exchange.ts";
import type { Line } from "./line.ts";
import { createLineRequests } from "./line-requests.ts";
import { createOwnLines, inOrder } from "./own-lines.ts";
import { createReceivedLines, type ReceivedLines } from "./received-lines.ts";

/**
 * The requests that were answered of late, in memory: each daemon keeps its own,
 * and receives the others' while somebody follows them here. Nothing is written
 * for a request, and nothing is passed on while nobody follows.
 */
export type RequestLog = {
  /** Keeps an answered request. */
  add(organizationId: string, line: NewLine): void;
  /** Takes the message of another daemon. */
  receive(payload: string): void;
  /** Asks again for what may not have been received. */
  askAgain(): void;
  /** Follows the requests of an organisation until it is closed. */
  follow(organizationId: string): LineFollower;
  /** Ends it for all followers. */
  stop(): Promise<void>;
};

export type NewLine = Omit<Line, "source" | "number" | "written">;

export type LineFollower = {
  /** Resolves once the other daemons have sent what they keep; false when one took too long. */
  ready: Promise<boolean>;
  lines: Pick<ReceivedLines, "from">;
  /** Whether it is the source of a known daemon. */
  knows(source: string): boolean;
  /** Resolves when there may be more, or after `timeoutMs`. */
  changed(timeoutMs: number): Promise<unknown>;
  isOver(): boolean;
  close(): void;
};

const REMIND_MS = 5000;
/** An organisation stays followed for so long without followers: the next page is requested soon. */
const LINGER_MS = 10_000;

type Followed = {
  lines: ReceivedLines;
  /** Lines that came while other daemons are being read: they follow the older lines that those have kept. */
  waiting: Line[];
  asking: number;
  sources: Set<string>;
  signals: Set<Signal>;
  ready: Promise<boolean>;
  reminding: NodeJS.Timeout;
  leaving: NodeJS.Timeout | undefined;
};

export function createRequestLog(sql: Sql, daemonId: string, log: Logger): RequestLog {
  const ownLines = createOwnLines();
  const announcer = createAnnouncer(sql, daemonId, ownLines, log);
  const lineRequests = createLineRequests(sql, daemonId, log);
  const organizations = new Map<string, Followed>();
  let stopped = false;

  function begin(organizationId: string): Followed {
    const followed: Followed = {
      ...{ lines: createReceivedLines(), waiting: [], asking: 0, sources: new Set(), signals: new Set() },
      ready: Promise.resolve(true),
      reminding: setInterval(() => lineRequests.remind(organizationId), REMIND_MS),
      leaving: undefined,
    };
    organizations.set(organizationId, followed);
    followed.ready = ask(organizationId, followed);
    const own = ownLines.of(organizationId);
    take(organizationId, own.source, own.lines);
    return followed;
  }

  async function ask(organizationId: string, followed: Followed): Promise<boolean> {
    followed.asking += 1;
    const complete = await lineRequests.ask(organizationId);
    followed.asking -= 1;
    release(followed);
    return complete;
  }

  function take(organizationId: string, source: string, lines: readonly Line[]): void {
    const followed = organizations.get(organizationId);
    if (followed === undefined) return;
    followed.sources.add(source);
    followed.waiting.push(...lines);
    release(followed);
  }

  function release(followed: Followed): void {
    if (followed.asking > 0) return;
    const isNews = followed.lines.add(inOrder(followed.waiting.splice(0)));
    if (isNews) for (const signal of followed.signals) signal.raise();
  }

  function leave(organizationId: string, followed: Followed): void {
    clearInterval(followed.reminding);
    clearTimeout(followed.leaving);
    if (organizations.get(organizationId) === followed) organizations.delete(organizationId);
  }

  return {
    add(organizationId, newLine) {
      const line = ownLines.add(organizationId, { ...newLine, written: Date.now() });
      take(organizationId, line.source, [line]);
      announcer.wrote(organizationId, line);
    },
    receive(payload) {
      const message = readPayload(payload);
      if (message === null || message.from === daemonId) return;
      if (message.kind === "follows")
        return announcer.wanted(message.organization, message.from, message.question);
      take(message.organization, message.source, message.lines);
      if (message.answers !== null) lineRequests.received(message.answers, message.from);
    },
    askAgain() {
      for (const [organizationId, followed] of organizations) void ask(organizationId, followed);
    },
    follow(organizationId) {
      const followed = organizations.get(organizationId) ?? begin(organizationId);
      clearTimeout(followed.leaving);
      const signal = createSignal();
      followed.signals.add(signal);
      return {
        ready: followed.ready,
        lines: followed.lines,
        knows: (source) => followed.sources.has(source),
        changed: (timeoutMs) => signal.wait(timeoutMs),
        isOver: () => stopped,
        close() {
          followed.signals.delete(signal);
          signal.raise();
          if (followed.signals.size > 0) return;
          clearTimeout(followed.leaving);
          const leaveNow = () => leave(organizationId, followed);
          if (stopped) leaveNow();
          else followed.leaving = setTimeout(leaveNow, LINGER_MS);
        },
      };
    },
    async stop() {
      stopped = true;
      for (const [organizationId, followed] of organizations) {
        leave(organizationId, followed);
        for (const signal of followed.signals) signal.raise();
      }
      await announcer.stop();
    },
  };
}
