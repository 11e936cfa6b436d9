import type { Sql } from "../../db/connection/client.ts";
import { isDatabaseFull } from "../../db/connection/connection-errors.ts";
import { hasRoom } from "../../db/maintenance/room.ts";

/** Whether the database can store what comes. */
export type Room = {
  /** Notes why something failed: only when a statement said so, the database counts as full. */
  note(cause: unknown): void;
  /** False from then on, until the database has room again: asked for it, at most every two seconds. */
  isThere(): Promise<boolean>;
};

const ASK_AGAIN_AFTER_MS = 2000;

/** There is room until something is noted. */
export function createRoom(sql: Sql): Room {
  let full = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> = Promise.resolve();

  async function ask(): Promise<void> {
    // what can't even be asked is not known to have room
    full = !(await hasRoom(sql).catch(() => false));
  }

  return {
    note(cause) {
      full ||= isDatabaseFull(cause);
    },
    async isThere() {
      if (full && performance.now() - askedAt >= ASK_AGAIN_AFTER_MS) {
        askedAt = performance.now();
        asking = ask();
      }
      await asking;
      return !full;
    },
  };
}
