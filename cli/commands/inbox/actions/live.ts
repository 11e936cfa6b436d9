import { isRefusal } from "../../../lib/actions/watch.ts";
import { followEvents } from "../../../lib/api/event-stream.ts";
import type { Settings } from "../../../lib/settings/settings.ts";
import type { Store } from "../model/session.ts";
import type { Reader } from "./reader.ts";

/** How long to wait between two reads: the first after an event, the second without one. */
const SOON_MS = 250;
const REGULARLY_MS = 5_000;

/** Keeps what is shown as it is in the daemon, until `stop`. */
export type Live = {
  /** Looks at once. */
  hurry(): void;
  /** Rejects with a `Failure` when the API refuses; never resolves. */
  ended: Promise<never>;
  stop(): void;
};

/** Reads again after each event of the stream, and every few seconds where it can't be followed. */
export function keepLive(settings: Settings, store: Store, reader: Reader): Live {
  let isOver = false;
  let due = false;
  let wake = () => {};
  const notify = () => {
    due = true;
    wake();
  };

  const wait = (restMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function look(): Promise<never> {
    while (true) {
      due = false;
      await reader.refresh().catch((error: unknown) => {
        if (isRefusal(error)) throw error;
        if (!isOver) store.set({ lost: error instanceof Error ? error.message : String(error) });
      });
      await Bun.sleep(SOON_MS);
      if (!due) await wait(REGULARLY_MS);
    }
  }

  async function listen(): Promise<void> {
    const { events } = followEvents({ settings, filters: {} });
    for await (const { kind } of events) {
      if (isOver) return;
      if (kind === "event") notify();
    }
  }

  // who may not follow the events sees what is new a few seconds later
  listen().catch(() => {});
  return {
    hurry: notify,
    ended: look(),
    stop() {
      isOver = true;
    },
  };
}
