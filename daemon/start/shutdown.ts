import type { App } from "./api/app.ts";

/** The time after a deadline to record that calls were given up. */
export const LAST_WRITES_MS = 5000;

/** Takes no more connections, lets requests finish, then closes what is kept alive. */
export async function closeServer(app: App, deadlineMs: number): Promise<void> {
  const giveUpAt = Date.now() + deadlineMs;
  void app.server?.stop();
  while ((app.server?.pendingRequests ?? 0) > 0 && Date.now() < giveUpAt) await Bun.sleep(POLL);
  await app.stop(true);
}

const POLL = 10;

/** Waits for a step of the stop, but not for longer than this. */
export async function atMost(timeoutMs: number, step: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([step, late]).finally(() => clearTimeout(timer));
}
