import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How what was started is ended, in the reverse order, whatever happens meanwhile. */
export type Endings = {
  /** Starts something that is ended later. Throws when the end has begun. */
  kept<Thing>(start: () => Promise<Thing>, end?: (thing: Thing) => Promise<unknown>): Promise<Thing>;
  /**
   * Ends everything, what is starting at this moment too, and however often it is called: once. What can't be ended
   * keeps nothing else from its end; it is thrown afterwards.
   */
  end(): Promise<void>;
};

/** `ended` is called when nothing is left. */
export function createEndings(ended: () => void): Endings {
  const endings: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | null = null;

  async function endAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let end = endings.pop(); end !== undefined; end = endings.pop())
      await end().catch((cause: unknown) => failures.push(cause));
    ended();
    if (failures.length > 0) throw new AggregateError(failures, "not everything could be ended");
  }

  return {
    async kept(start, end = async () => {}) {
      if (ending !== null) throw new Error("it was ended while it was being started");
      const starting = start();
      // a part that did not start needs no ending
      endings.push(() => starting.then(end, () => {}));
      return await starting;
    },
    end: () => (ending ??= endAll()),
  };
}

/** A new temporary folder with the name in its own; it is removed at the end. */
export async function keptFolder(kept: Endings["kept"], name: string): Promise<string> {
  const remove = async (folder: string) => rmSync(folder, { recursive: true, force: true });
  return await kept(async () => mkdtempSync(join(tmpdir(), `waypost-${name}-`)), remove);
}
