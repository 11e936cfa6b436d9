import type { Logger } from "pino";
import type { Sql } from "../../db/connection/client.ts";
import { type MasterKeyState, masterKeyState, reportKeys } from "../../db/secrets/secrets.ts";
import { createSerial } from "../lib/serial.ts";
import { sleep } from "../lib/sleep.ts";
import { sealWithCurrentKey } from "./check.ts";
import { type Keyring, keyIdOf } from "./envelope.ts";
import type { KeySource } from "./master-key.ts";

export type KeyRotationFollower = {
  /** Makes the first report; the daemon must seal nothing before it. Throws `MasterKeyError`. */
  start(): Promise<void>;
  /** Called when a rotation progressed, or may have. */
  look(): void;
  /** Stops reporting this daemon's keys. */
  stop(): Promise<void>;
};

export type FollowerOptions = {
  sql: Sql;
  keyring: Keyring;
  source: Pick<KeySource, "name" | "read">;
  daemonId: string;
  log: Logger;
};

/** A look that fails is tried again after so long, then after twice as long, and so on. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/**
 * Keeps a running daemon's keys up to date during a rotation: it learns an announced key,
 * seals with it once the database says so, and reports both, since the rotation waits for
 * every daemon.
 */
export function createKeyRotationFollower({
  sql,
  keyring,
  source,
  daemonId,
  log,
}: FollowerOptions): KeyRotationFollower {
  const stopping = new AbortController();
  const looking = createSerial(complain);

  function complain(cause: unknown): void {
    log.error({ err: cause }, "the master keys could not be looked at");
  }

  /** Until it succeeds: without a new key, what others seal with it can't be read here. */
  async function lookUntilDone(): Promise<void> {
    for (
      let waitMs = FIRST_WAIT_MS;
      !stopping.signal.aborted;
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
    ) {
      try {
        return await lookAndReport();
      } catch (cause) {
        complain(cause);
        await sleep(waitMs, stopping.signal);
      }
    }
  }

  async function lookAndReport(): Promise<void> {
    let state = await masterKeyState(sql);
    while (!stopping.signal.aborted) {
      await learn(state);
      sealWithCurrentKey(keyring, state, source.name);
      state = await reportKeys(sql, daemonId, keyring.ids(), keyring.current());
      // otherwise the key was replaced between the reading and the report
      if (keyIdOf(state.sealed_check) === keyring.current()) return;
    }
  }

  async function learn({ sealed_check, announced_key }: MasterKeyState): Promise<void> {
    const wanted = [keyIdOf(sealed_check), announced_key].filter((id) => id !== null);
    if (wanted.every((id) => keyring.ids().includes(id))) return;
    keyring.learn((await source.read()) ?? []);
    const missing = wanted.filter((id) => !keyring.ids().includes(id));
    if (missing.length > 0) log.warn({ missing, source: source.name }, "a master key is not known here");
    else log.info({ keys: keyring.ids() }, "a new master key was read");
  }

  return {
    start: lookAndReport,
    look() {
      looking.add(lookUntilDone);
    },
    async stop() {
      stopping.abort();
      await looking.done();
    },
  };
}
