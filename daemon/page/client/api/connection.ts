import { useSyncExternalStore } from "react";

/** Who waits so long for any answer is told that nobody gives one. */
const SILENT_MS = 8000;

const listeners = new Set<() => void>();
let isLost = false;
let answeredAt = 0;

/** Says that the daemon has answered, or was heard otherwise. */
export function noteAnswer(): void {
  answeredAt = performance.now();
  setLost(false);
}

/** Waits for the answer to a request that begins now, until the function that is returned is called. */
export function awaitAnswer(): () => void {
  const askedAt = performance.now();
  const timer = setTimeout(() => answeredAt < askedAt && setLost(true), SILENT_MS);
  return () => clearTimeout(timer);
}

/** Whether the browser has a network, as far as it is known, and somebody answers on it. */
export function useIsAnswered(): boolean {
  return useSyncExternalStore(subscribe, () => !isLost);
}

function setLost(now: boolean): void {
  if (isLost === now) return;
  isLost = now;
  for (const listener of listeners) listener();
}

// a daemon on this machine answers without a network, and so takes it back
const lose = () => setLost(true);
const find = () => setLost(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // again, they change nothing
  addEventListener("offline", lose);
  addEventListener("online", find);
  return () => listeners.delete(listener);
}
