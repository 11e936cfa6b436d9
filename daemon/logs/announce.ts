import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { notifyDaemons } from "../../db/logs/request-log.ts";
import { createSerial } from "../lib/serial.ts";
import { linesPayloads } from "./exchange.ts";
import type { Line } from "./line.ts";
import type { OwnLines } from "./own-lines.ts";

/** Passes this daemon's lines on to the daemons at which somebody follows them. */
export type Announcer = {
  /** Passes a line on, if anybody wants it. */
  wrote(organizationId: string, line: Line): void;
  /** A daemon wants an organisation's lines for a while; one that is new to it gets all that are kept. */
  wanted(organizationId: string, by: string, question: string | null): void;
  /** Resolves when all that was written is passed on. */
  stop(): Promise<void>;
};

/** How long lines are passed on to a daemon after it last said that somebody follows. */
const INTEREST_MS = 15_000;
const FLUSH_MS = 100;
/** Lines of one organisation that are passed on at a time; the others are missed by their numbers. */
const LINES_A_FLUSH = 100;

type Wanted = { by: Map<string, number>; waiting: Line[]; timer: NodeJS.Timeout | undefined };

export function createAnnouncer(sql: Sql, daemonId: string, ownLines: OwnLines, log: Logger): Announcer {
  const organizations = new Map<string, Wanted>();
  // one after another: lines arrive in the order of their numbers
  const publishing = createSerial((cause) => {
    if (!isDisconnected(cause)) log.error({ err: cause }, "passing requests on to other daemons failed");
  });

  function publish(organizationId: string, lines: readonly Line[], answers: string | null): void {
    const frame = {
      from: daemonId,
      organization: organizationId,
      source: ownLines.of(organizationId).source,
    };
    publishing.add(async () => {
      try {
        await notifyDaemons(sql, linesPayloads(frame, lines, answers));
      } catch (cause) {
        // daemons that still follow will be new again, and get all that is kept
        organizations.delete(organizationId);
        throw cause;
      }
    });
  }

  function flush(organizationId: string, wanted: Wanted): void {
    wanted.timer = undefined;
    const now = Date.now();
    for (const [daemon, until] of wanted.by) if (until < now) wanted.by.delete(daemon);
    if (wanted.by.size === 0) organizations.delete(organizationId);
    else publish(organizationId, wanted.waiting.splice(0).slice(0, LINES_A_FLUSH), null);
  }

  return {
    wrote(organizationId, line) {
      const wanted = organizations.get(organizationId);
      if (wanted === undefined) return;
      if (wanted.waiting.length < LINES_A_FLUSH) wanted.waiting.push(line);
      wanted.timer ??= setTimeout(() => flush(organizationId, wanted), FLUSH_MS);
    },
    wanted(organizationId, by, question) {
      const wanted = organizations.get(organizationId) ?? { by: new Map(), waiting: [], timer: undefined };
      organizations.set(organizationId, wanted);
      const isNew = !wanted.by.has(by);
      wanted.by.set(by, Date.now() + INTEREST_MS);
      if (!isNew && question === null) return;
      wanted.waiting.length = 0;
      publish(organizationId, ownLines.of(organizationId).lines, question);
    },
    async stop() {
      for (const [organizationId, wanted] of organizations) {
        clearTimeout(wanted.timer);
        flush(organizationId, wanted);
      }
      await publishing.done();
    },
  };
}
