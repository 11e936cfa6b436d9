/** Whether there is room for what comes: in the database, or for files. */
export type Room = {
  /** Notes why something failed: only when it says so, there is no room. */
  note(cause: unknown): void;
  /** False from then on, until there is room again, which a call checks at most every two seconds. */
  isThere(): Promise<boolean>;
};

const ASK_AGAIN_AFTER_MS = 2000;

/** There is room until something is noted that says otherwise; `hasRoom` asks for it then. */
export function createRoom(saysFull: (cause: unknown) => boolean, hasRoom: () => Promise<boolean>): Room {
  let full = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> = Promise.resolve();

  async function ask(): Promise<void> {
    // a store that can't be reached is not known to have room
    full = !(await hasRoom().catch(() => false));
  }

  return {
    note(cause) {
      full ||= saysFull(cause);
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
