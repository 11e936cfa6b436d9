import { useSyncExternalStore } from "react";

/** After so long without any answer, the page says that nobody answers. */
const SILENT_MS = 8000;
/** For so long after the network went, an answer may be an old one: it does not prove a connection. */
const UNDER_WAY_MS = 2000;

/** Whether somebody answers, by what is heard; `now` in milliseconds. */
export function createConnection(now: () => number) {
  const listeners = new Set<() => void>();
  let isLost = false;
  let offlineAt = Number.NEGATIVE_INFINITY;
  let answeredAt = Number.NEGATIVE_INFINITY;
  function setLost(to: boolean): void {
    if (isLost === to) return;
    isLost = to;
    for (const listener of listeners) listener();
  }
  return {
    isLost: () => isLost,
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The browser says that it has no network. */
    lose(): void {
      offlineAt = now();
      setLost(true);
    },
    /** The browser says that it has one again. */
    find: () => setLost(false),
    /** The daemon has answered, or was heard otherwise: one on this machine is, also without a network. */
    hear(): void {
      answeredAt = now();
      if (answeredAt - offlineAt > UNDER_WAY_MS) setLost(false);
    },
    /** Nobody has answered a request that began then, for too long. */
    missSince: (askedAt: number) => void (answeredAt < askedAt && setLost(true)),
  };
}

const connection = createConnection(() => performance.now());

/** Says that the daemon has answered, or was heard otherwise. */
export function noteAnswer(): void {
  connection.hear();
}

/** Waits for the answer to a request that begins now, until the function that is returned is called. */
export function awaitAnswer(): () => void {
  const timer = setTimeout(connection.missSince, SILENT_MS, performance.now());
  return () => clearTimeout(timer);
}

/** Whether the browser has a network, as far as it is known, and somebody answers on it. */
export function useIsAnswered(): boolean {
  return useSyncExternalStore(subscribe, () => !connection.isLost());
}

function subscribe(listener: () => void): () => void {
  // again, they change nothing
  addEventListener("offline", connection.lose);
  addEventListener("online", connection.find);
  return connection.listen(listener);
}
