import type { PairingSite } from "../gateway/support.ts";
import type { TestDaemon } from "../support/daemon.ts";

/** How an endpoint answers: `hold` keeps the answer back, `gone` unsubscribes for good. */
export type Manner = "refuse" | "gone" | "hold";
export type Subscribed = { id: string; received(): number; remove(): Promise<void> };

export type EndingsSite = {
  daemon: TestDaemon;
  pairing: PairingSite;
  /** The webhook-id of an event that happened. */
  eventId: string;
  newEndpoint(manner: Manner): Promise<Subscribed>;
  stop(): Promise<void>;
};

/** A command line, and what has to be so before it is run; `undo` takes that back. */
export type Prepared = { words: string[]; stdin?: string; undo?: () => Promise<void> };

/** One that does not come to an end by itself. */
export type Held = Prepared & { hasBegun: () => Promise<boolean> };
