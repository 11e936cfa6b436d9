import { releaseWhatsAppWebSession, removeWhatsAppWebSession } from "../../db/whatsapp-web/sessions.ts";
import type { OpenedKeys } from "./credential-store.ts";
import { type HeldConnection, holdConnection } from "./held-connection.ts";
import { now } from "./lease.ts";
import { makePairing } from "./offer.ts";
import { sealPairing } from "./pairing.ts";
import type { Effect, Happening } from "./session-model.ts";
import type { SessionParts } from "./session-parts.ts";
import { sleep } from "./watch.ts";

/** Does what follows from a session's state, and reports what comes of it. */
export type CarryOut = {
  /** What can't wait is done at once; everything else in the order it is given. */
  carryOut(effects: readonly Effect[]): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
};

type EffectOf<Name extends Effect["do"]> = Extract<Effect, { do: Name }>;

/** For one held session. */
export function createCarryOut(parts: SessionParts, report: (happening: Happening) => void): CarryOut {
  const { log, lease, live, credentials, publisher, versions, sql } = parts;
  const { channelId } = lease.held;
  let waiting = new AbortController();
  let keys: OpenedKeys | null = null;
  let connection: HeldConnection | null = null;
  let queue: Promise<void> = Promise.resolve();

  /** True when it was one that can't wait for what is being written. */
  function doAtOnce(effect: Effect): boolean {
    switch (effect.do) {
      case "wait":
        void wait(effect.until);
        return true;
      case "connect":
        connect(effect.connection);
        return true;
      case "end_connection":
        connection?.close(effect.closing);
        return true;
      case "offer":
        void offer(effect);
        return true;
      case "use_connection":
        connection?.use();
        return true;
      case "log_out":
        void connection?.logOut();
        return true;
      case "let_others_start":
        queueMicrotask(parts.onStarted);
        return true;
      case "look_again":
        parts.lookAgain();
        return true;
      case "log_end":
        log.warn({ channel: channelId, status: effect.status, reason: effect.reason }, "a session has ended");
        return true;
      case "retire":
        waiting.abort();
        live.end();
        return true;
      default:
        return false;
    }
  }

  async function doInTurn(effect: Effect): Promise<void> {
    switch (effect.do) {
      case "publish":
        return await publish(effect);
      case "announce":
        return parts.onConnected(live.session);
      case "open_keys":
        return await openKeys();
      case "renew_version":
        if (!(await versions.refresh().catch(() => false))) log.info("WhatsApp Web has no newer version");
        return;
      case "forget_keys":
        return await credentials.forget();
      case "wipe":
        live.hold(null);
        return await credentials.wipe();
      case "remove":
        await credentials.forget();
        return await removeWhatsAppWebSession(sql, lease.held);
      case "release":
        return await release();
    }
  }

  async function wait(until: number): Promise<void> {
    waiting.abort();
    const mine = new AbortController();
    waiting = mine;
    await sleep(until - Date.now(), mine.signal);
    if (!mine.signal.aborted) report({ kind: "due", at: Date.now() });
  }

  function connect(number: number): void {
    try {
      if (keys === null) throw new Error("there are no keys to connect with");
      connection = holdConnection(parts, keys, number, report);
    } catch (cause) {
      notOpened(cause);
    }
  }

  async function openKeys(): Promise<void> {
    try {
      keys = await credentials.open();
    } catch (cause) {
      return notOpened(cause);
    }
    live.hold(keys);
    report({ kind: "keys_opened", paired: credentials.isPaired() });
  }

  function notOpened(cause: unknown): void {
    if (lease.isHeld())
      log.error({ err: cause, channel: channelId }, "a session could not be opened; it is left as it is");
    report({ kind: "not_opened", at: Date.now() });
  }

  async function offer(effect: EffectOf<"offer">): Promise<void> {
    if (connection === null) return;
    const { number, socket } = connection;
    try {
      const pairing = sealPairing(parts.secrets, channelId, await makePairing(socket, effect));
      report({ kind: "offered", connection: number, pairing });
    } catch (cause) {
      log.warn({ err: cause, channel: channelId }, "a number could not be offered for pairing");
      const words = cause instanceof Error ? cause.message : "unknown";
      report({ kind: "not_offered", connection: number, words });
    }
  }

  async function publish({ status, reason, changes, phone }: EffectOf<"publish">): Promise<void> {
    await publisher.publish(status, reason, {
      ...(changes === undefined ? {} : { session: changes }),
      ...(phone === undefined ? {} : { phone }),
    });
    if (changes !== undefined) report({ kind: "written", at: now().steady });
  }

  async function release(): Promise<void> {
    try {
      if (lease.isHeld()) {
        await credentials.settled();
        await releaseWhatsAppWebSession(sql, lease.held);
        lease.lose();
      }
    } catch (cause) {
      log.warn({ err: cause, channel: channelId }, "a session could not be released");
    }
    report({ kind: "released" });
  }

  /** What can't be done leaves out what stands behind it: a pairing that is not wiped is not shown as gone. */
  async function doInOrder(effects: readonly Effect[]): Promise<void> {
    try {
      for (const effect of effects) await doInTurn(effect);
    } catch (cause) {
      log.error({ err: cause, channel: channelId }, "what follows for a session could not be done");
      report({ kind: "failed" });
    }
  }

  return {
    carryOut(effects) {
      const later = effects.filter((effect) => !doAtOnce(effect));
      if (later.length > 0) queue = queue.then(() => doInOrder(later));
    },
    settled: () => queue,
  };
}
