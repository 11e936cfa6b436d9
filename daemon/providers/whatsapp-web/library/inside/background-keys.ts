import { AsyncLocalStorage } from "node:async_hooks";
import type { SignalKeyStoreWithTransaction } from "baileys";

/**
 * Has keys written that the library sets in the background of a transaction after its end. It finds the transaction by
 * where the work began (`Utils/auth-utils`), and adds them to what was committed long ago: they are lost. So it forgot
 * that a contact has a token, which it gives with the first message of a week (`Socket/messages-send`), gave
 * another with each message, and lost those that WhatsApp sent in return.
 */
export function writeInBackground(keys: SignalKeyStoreWithTransaction): void {
  const turns = new AsyncLocalStorage<{ isOver: boolean }>();
  const outside = AsyncLocalStorage.snapshot();
  const { get, set, transaction } = keys;
  const where = <Result>(work: () => Promise<Result>) =>
    turns.getStore()?.isOver === true ? outside(work) : work();

  Object.assign(keys, {
    get: (type, ids) => where(async () => await get(type, ids)),
    set: (changes) => where(async () => await set(changes)),
    transaction: (work, key) => where(() => (turns.getStore() ? work() : begin(work, key))),
  } satisfies Partial<SignalKeyStoreWithTransaction>);

  function begin<Result>(work: () => Promise<Result>, key: string): Promise<Result> {
    const turn = { isOver: false };
    const untilItsEnd = async () => {
      try {
        return await work();
      } finally {
        turn.isOver = true;
      }
    };
    return turns.run(turn, () => transaction(untilItsEnd, key));
  }
}
