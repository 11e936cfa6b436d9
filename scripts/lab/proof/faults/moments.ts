/** The moments that faults wait for: they come from relays and actors, as these see them from outside. */
import type { Relays } from "../stage/stage.ts";
import type { Moment } from "../world/fault-plan.ts";

export type Moments = {
  /** Notifies those who wait that a moment has come: `call 0` is a call of the first daemon. */
  signal(name: string): void;
  /** Resolves at the next such moment of a daemon, or after this long. */
  next(moment: Moment, daemon: number, mostMs: number): Promise<void>;
};

export function createMoments(): Moments {
  const waiting = new Map<string, (() => void)[]>();

  function signal(name: string): void {
    const those = waiting.get(name) ?? [];
    waiting.delete(name);
    for (const go of those) go();
  }

  return {
    signal,
    async next(moment, daemon, mostMs) {
      if (moment === "any") return;
      const name = moment === "call" ? `call ${daemon}` : moment;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
      await Promise.race([promise, Bun.sleep(mostMs)]);
    },
  };
}

/** A daemon that says something to WhatsApp makes a call: its answer is still out. */
export function watchCalls({ signal }: Moments, relays: Relays): void {
  for (const way of [relays.graph, relays.web])
    for (const [daemon, relay] of way.entries()) relay.watch(() => signal(`call ${daemon}`));
}
