import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { isDisconnected } from "../../db/connection/connection-errors.ts";
import { notifyDaemons, otherDaemons } from "../../db/logs/request-log.ts";
import { followsPayload } from "./exchange.ts";

/** Asks the other daemons for an organisation's lines, and reminds them that they are followed. */
export type LineRequests = {
  /**
   * Resolves once all have sent what they keep; false when one took too long, or
   * the database is away.
   */
  ask(organizationId: string): Promise<boolean>;
  remind(organizationId: string): void;
  /** Notes that a daemon has answered all of a question. */
  received(question: string, by: string): void;
};

/** How long a response is waited for; what comes later is shown when it comes. */
const PATIENCE_MS = 1500;

type Open = { missing: Set<string>; done: () => void };

export function createLineRequests(sql: Sql, daemonId: string, log: Logger): LineRequests {
  const open = new Map<string, Open>();

  function note(cause: unknown): false {
    if (!isDisconnected(cause)) log.error({ err: cause }, "asking other daemons for requests failed");
    return false;
  }

  async function askOthers(organizationId: string): Promise<boolean> {
    const missing = new Set(await otherDaemons(sql, daemonId));
    const question = crypto.randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    open.set(question, { missing, done: resolve });
    try {
      await notifyDaemons(sql, [followsPayload(daemonId, organizationId, question)]);
      if (missing.size > 0) await promise;
      return missing.size === 0;
    } finally {
      clearTimeout(timer);
      open.delete(question);
    }
  }

  return {
    ask: (organizationId) => askOthers(organizationId).catch(note),
    remind(organizationId) {
      notifyDaemons(sql, [followsPayload(daemonId, organizationId, null)]).catch(note);
    },
    received(question, by) {
      const request = open.get(question);
      request?.missing.delete(by);
      if (request?.missing.size === 0) request.done();
    },
  };
}
