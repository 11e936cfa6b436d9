import type { Sql } from "../../../db/connection/client.ts";
import { type HeldRoutes, type InboundWrite, writeInbound } from "../../../db/inbound/inbound.ts";

/**
 * The writes of processed calls. They are gathered, so that most calls take one statement: a daemon that stops in the
 * middle of one holds no lock.
 */
export type GatheredWrites = {
  /** For reading: sees what was written. */
  sql: Sql;
  add(write: InboundWrite): void;
  /** Says that what takes long goes on. Throws when another daemon has taken over. */
  keep(): Promise<void>;
};

/** The same of calls that are stored. A replay changes nothing, so what was written before they are removed may be written again. */
export type InboundWrites = GatheredWrites & {
  /** Writes what was added so far. Throws when another daemon has taken over. */
  flush(): Promise<void>;
  /** Writes the rest and removes these calls; lets go of the routes when `release`. */
  finish(done: readonly number[], release: boolean): Promise<void>;
};

/** Writes for routes that are held. */
export function inboundWrites(sql: Sql, held: HeldRoutes): InboundWrites {
  let waiting: InboundWrite[] = [];

  async function write(done: readonly number[], release: boolean): Promise<void> {
    const writes = waiting;
    waiting = [];
    await writeInbound(sql, held, writes, { done, release });
  }

  return {
    sql,
    add: (one) => waiting.push(one),
    keep: () => writeInbound(sql, held, [], { done: [], release: false }),
    flush: async () => (waiting.length === 0 ? undefined : await write([], false)),
    finish: write,
  };
}
