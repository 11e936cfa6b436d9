import type { SignalKeyStore } from "baileys";

/** The library's list of who has a token (`Utils/tc-token-utils`, TC_TOKEN_INDEX_KEY). */
const INDEX = "__index";

/**
 * Keys without the library's list of who has a token. It is written whole with each new one, a quarter of a megabyte
 * for ten thousand people, and only serves to remove tokens that are too old, which no message is sent with anyway.
 * One that was stored before is not read any more.
 */
export function withoutTokenIndex({ get, set }: SignalKeyStore): SignalKeyStore {
  return {
    get: (type, ids) => get(type, type === "tctoken" ? ids.filter((id) => id !== INDEX) : ids),
    set(changes) {
      const { [INDEX]: index, ...tctoken } = changes.tctoken ?? {};
      return set(index === undefined ? changes : { ...changes, tctoken });
    },
  };
}
