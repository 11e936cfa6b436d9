import { sleep } from "../lib/sleep.ts";
import type { App } from "./api/app.ts";
import { atMost, closeServer, LAST_WRITES_MS } from "./shutdown.ts";

/** The parts that a daemon gives up when it stops, in order. */
export type Draining = {
  app: App;
  /** For so long new requests are still answered. */
  drainSeconds: number;
  /** How long requests and calls in progress may continue. */
  shutdownSeconds: number;
  worker: { stop(): Promise<void> };
  lanes: { stop(milliseconds: number): Promise<void> };
  gateway: { stop(): Promise<void> };
  /** Ends the streams of events, whose clients then connect elsewhere. */
  endStreams(): void;
};

/**
 * Hands jobs, lanes and paired numbers to other daemons, and answers requests meanwhile: new ones until the drain is
 * over, those in progress until their deadline. Resolves when nothing comes in any more and nothing is held.
 */
export async function drain(draining: Draining): Promise<void> {
  const { app, drainSeconds, shutdownSeconds, endStreams } = draining;
  const handedOver = handOver(draining, shutdownSeconds * 1000);
  await sleep(drainSeconds * 1000);
  endStreams();
  await closeServer(app, shutdownSeconds * 1000);
  await handedOver;
}

/** Paired numbers last: calls in progress go through their sessions. */
async function handOver({ worker, lanes, gateway }: Draining, deadlineMs: number): Promise<void> {
  const giveUpAt = Date.now() + deadlineMs;
  await atMost(deadlineMs, worker.stop());
  const left = Math.max(0, giveUpAt - Date.now());
  await atMost(left + LAST_WRITES_MS, lanes.stop(left));
  await atMost(LAST_WRITES_MS, gateway.stop());
}
