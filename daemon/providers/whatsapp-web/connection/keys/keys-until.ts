import type { SignalKeyStore } from "baileys";
import { ConnectionOverError } from "../../library/inside/late-rejections.ts";

/** The keys of a session as long as its socket lives: what a dead one still had in hand is older than what the next one writes. */
export function keysUntil(keys: SignalKeyStore, isOver: () => boolean): SignalKeyStore {
  async function use<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (isOver()) throw new ConnectionOverError("the connection is over");
    try {
      return await work();
    } catch (cause) {
      throw new ConnectionOverError("the session's keys can't be used any more", { cause });
    }
  }
  return {
    get: (type, ids) => use(() => keys.get(type, ids)),
    set: (changes) => use(() => keys.set(changes)),
  };
}
