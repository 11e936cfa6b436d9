import type { SignalDataSet } from "baileys";

/** The library's list of who has a token (`Utils/tc-token-utils`, TC_TOKEN_INDEX_KEY). */
const INDEX = "__index";

/**
 * Keys without the library's list of who has a token. It is written whole with each new one, a quarter of a megabyte
 * for ten thousand people, and only serves to remove tokens that are too old, which no message is sent with anyway.
 */
export function withoutTokenIndex(changes: SignalDataSet): SignalDataSet {
  if (changes.tctoken === undefined || !(INDEX in changes.tctoken)) return changes;
  const { [INDEX]: _index, ...tctoken } = changes.tctoken;
  return { ...changes, tctoken };
}
