import type { SessionKeyChanges } from "../../providers/whatsapp-web/connection/keys/key-store.ts";
import type { MovedSession } from "./session-form.ts";

/** Each is sealed in one go, while everybody else waits: a hundredth of a second. */
const KEYS_A_PIECE = 1000;

/** A session as its key store writes it, in pieces, with what every new login begins with. */
export function* storedPieces({ credentials, keys }: MovedSession): Generator<SessionKeyChanges> {
  const login = {
    ...credentials,
    ...{ processedHistoryMessages: [], accountSettings: { unarchiveChats: false }, registered: false },
    // WhatsApp sends no history a second time: nothing waits for it
    accountSyncCounter: 1,
  };
  yield { credentials: { value: JSON.stringify(login), paired: true }, keys: new Map() };
  for (const [category, values] of Object.entries(keys)) {
    const all = Object.entries(values);
    for (let from = 0; from < all.length; from += KEYS_A_PIECE) {
      const texts = all
        .slice(from, from + KEYS_A_PIECE)
        .map(([id, value]) => [id, JSON.stringify(value)] as const);
      yield { credentials: null, keys: new Map([[category, new Map(texts)]]) };
    }
  }
}
