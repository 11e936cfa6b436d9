import type { Sql } from "../../db/connection/client.ts";
import type { Replica } from "../../db/connection/replica.ts";
import type { Names } from "../lib/turns/fair-queue.ts";
import { createShares } from "../lib/turns/shares.ts";
import { type Caller, namesOf } from "./caller.ts";
import { Problem, problem } from "./problem.ts";

/** Lists, searches, exports and overviews: they have connections of their own, so that nothing else waits for them. */
export type Reading = {
  /** Reads for a caller, whose organisation, and within it whose key, takes turns with the others. */
  of(caller: Pick<Caller, "organizationId" | "actor">): Reader;
  /** The connections to the primary themselves. */
  sql: Sql;
};

export type Reader = {
  /**
   * Reads for one request, when it is its turn. Throws 503 `readers_busy` when too many wait already or the turn
   * does not come in time, `read_timeout` when the database takes too long.
   */
  read<Result>(work: (sql: Sql) => PromiseLike<Result>): Promise<Result>;
  /** The same on the primary, for what has to see who is writing, such as the log of events. */
  readPrimary<Result>(work: (sql: Sql) => PromiseLike<Result>): Promise<Result>;
  /** Reads one page of what is read for as long as somebody listens, such as an export: it is refused no turn. */
  readPage<Result>(work: (sql: Sql) => PromiseLike<Result>): Promise<Result>;
  sql: Sql;
};

export type ReadingOptions = {
  /** Requests that read at once: one for each connection. */
  atOnce: number;
  /** How long a request may wait for its turn, and each of its statements may take. */
  seconds: number;
};

/** How many may wait, for each that reads: more would only be answered late. */
const WAITING_FOR_EACH = 8;
const RETRY_SECONDS = 2;
/** SQLSTATE of a statement that was cancelled because it took too long. */
const CANCELLED = "57014";

/**
 * Lets requests read on `sql`, whose statements have to be limited to `seconds` by its server, or on a replica while
 * that has everything that was committed before.
 */
export function createReading(
  sql: Sql,
  { atOnce, seconds }: ReadingOptions,
  replica: Pick<Replica, "take" | "rest"> | null = null,
): Reading {
  const shares = createShares({ atOnce, most: atOnce * WAITING_FOR_EACH, refusal: busy });

  async function readSomewhere<Result>(work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
    const connection = (await replica?.take()) ?? null;
    if (connection === null) return await work(sql);
    try {
      return await work(connection.sql);
    } catch (cause) {
      if (cause instanceof Problem || isCancelled(cause)) throw cause;
      // the replica went away, or cancelled what was in the way of following
      replica?.rest();
      return await work(sql);
    } finally {
      connection.release();
    }
  }

  async function inTime<Result>(names: Names, work: () => PromiseLike<Result>): Promise<Result> {
    return await shares.inTurn(names, work, { timeoutMs: seconds * 1000 }).catch((cause: unknown) => {
      throw isCancelled(cause) ? readTimeout(seconds, cause) : cause;
    });
  }

  return {
    of(caller) {
      const names = namesOf(caller);
      return {
        read: (work) => inTime(names, () => readSomewhere(work)),
        readPrimary: (work) => inTime(names, () => work(sql)),
        readPage: (work) => shares.inTurn(names, () => readSomewhere(work), { isPatient: true }),
        sql,
      };
    },
    sql,
  };
}

function isCancelled(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === CANCELLED;
}

function busy(): Problem {
  return refusal("readers_busy", "too many lists are being read at the moment; try again shortly");
}

function readTimeout(seconds: number, cause: unknown): Problem {
  const detail = `reading this took longer than ${seconds} s; ask for less, or try again later`;
  return refusal("read_timeout", detail, cause);
}

function refusal(code: string, detail: string, cause?: unknown): Problem {
  return problem(503, code, detail, { headers: { "retry-after": String(RETRY_SECONDS) }, cause });
}
