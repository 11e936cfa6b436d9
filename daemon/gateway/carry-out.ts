import { createSerial } from "../lib/serial.ts";
import { sleep } from "../lib/sleep.ts";
import { createSessionConnections } from "./session-connections.ts";
import type { Effect, Happening } from "./session-model.ts";
import type { SessionParts } from "./session-parts.ts";
import { createSessionWrites } from "./session-writes.ts";

/** Carries out the effects of a session's state machine and reports their results. */
export type CarryOut = {
  /** Effects that can't wait are carried out at once, the others in order. */
  carryOut(effects: readonly Effect[]): void;
  /** Resolves when no effect is left. */
  settled(): Promise<void>;
};

/** Effects that do not wait for writes. */
type AtOnceName =
  | "wait"
  | "connect"
  | "end_connection"
  | "offer"
  | "use_connection"
  | "log_out"
  | "let_others_start"
  | "look_again"
  | "log_end"
  | "retire";

type AtOnce = Extract<Effect, { do: AtOnceName }>;
type InTurn = Exclude<Effect, AtOnce>;
type AtOnceTable = { [Name in AtOnceName]: (effect: Extract<Effect, { do: Name }>) => void };

/** For one held session. */
export function createCarryOut(parts: SessionParts, report: (happening: Happening) => void): CarryOut {
  const { log, live, lease, credentials } = parts;
  const channel = lease.held.channelId;
  const connections = createSessionConnections(parts, report);
  const writes = createSessionWrites(parts, report);
  const timer = createTimer(() => report({ kind: "due", at: Date.now() }));
  const inTurn = createSerial((cause) => {
    log.error({ err: cause, channel }, "what a session needs could not be done");
    report({ kind: "failed" });
  });

  const atOnce: AtOnceTable = {
    wait: ({ until }) => timer.set(until),
    connect: (effect) => connections.connect(effect),
    end_connection: ({ closing }) => connections.current()?.close(closing),
    offer: (offer) => connections.offer(offer),
    use_connection: () => connections.current()?.use(),
    log_out: () => connections.current()?.logOut(),
    let_others_start: () => queueMicrotask(parts.onStarted),
    look_again: () => parts.lookAgain(),
    log_end: ({ status, reason }) => log.warn({ channel, status, reason }, "a session has ended"),
    retire() {
      timer.clear();
      live.end();
    },
  };

  function isAtOnce(effect: Effect): effect is AtOnce {
    return effect.do in atOnce;
  }

  function doAtOnce(effect: AtOnce): void {
    const work = atOnce[effect.do] as (effect: AtOnce) => void;
    work(effect);
  }

  async function doInTurn(effect: InTurn): Promise<void> {
    switch (effect.do) {
      case "publish":
        return await writes.publish(effect);
      case "announce":
        return parts.onConnected(live.session);
      case "open_keys":
        return await connections.openKeys();
      case "replace_number":
        return await writes.replaceNumber(effect.account);
      case "renew_version":
        return await parts.versions.refresh(() => live.session.tunnel());
      case "forget_keys":
        return await credentials.forget();
      case "wipe":
      case "remove":
      case "release":
        return await writes[effect.do]();
    }
  }

  /** When an effect fails, those after it are skipped: a pairing that was not wiped is not shown as gone. */
  async function doInOrder(effects: readonly InTurn[]): Promise<void> {
    for (const effect of effects) await doInTurn(effect);
  }

  return {
    carryOut(effects) {
      for (const effect of effects) if (isAtOnce(effect)) doAtOnce(effect);
      const later = effects.filter((effect): effect is InTurn => !isAtOnce(effect));
      if (later.length > 0) inTurn.add(() => doInOrder(later));
    },
    settled: inTurn.done,
  };
}

/** A timer by the wall clock; setting it replaces the time set before. */
function createTimer(call: () => void): { set(moment: number): void; clear(): void } {
  let waiting = new AbortController();
  return {
    set(moment) {
      waiting.abort();
      waiting = new AbortController();
      const { signal } = waiting;
      void sleep(moment - Date.now(), signal).then(() => signal.aborted || call());
    },
    clear: () => waiting.abort(),
  };
}
