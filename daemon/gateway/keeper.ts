import type { AuthenticationCreds } from "baileys";
import type { SessionStore } from "../providers/whatsapp-web/connection/key-store.ts";
import { createLedger, isPaired, type Ledger } from "../providers/whatsapp-web/connection/key-writer.ts";
import type { Library } from "../providers/whatsapp-web/library/library.ts";

/** What a connection is made with. */
export type SessionKeys = { library: Library; credentials: AuthenticationCreds; ledger: Ledger };

/** The secrets of one session, kept over its connections. */
export type Keeper = {
  /** A paired session's own; of any other, new ones. Throws what the store throws. */
  open(): Promise<SessionKeys>;
  isPaired(): boolean;
  /** Resolves when what was written is durable, or never will be. */
  settled(): Promise<void>;
  /** Forgets what it keeps, and writes nothing more of it. */
  forget(): Promise<void>;
};

export type KeeperOptions = {
  library: Library;
  store: SessionStore;
  /** Takes away what an unfinished pairing left: it would log in instead of pairing. */
  wipe(): Promise<void>;
  /** The secrets can't be read or written any more. */
  onFailure(cause: unknown): void;
};

/** A keeper that has read nothing yet. */
export function createKeeper({ library, store, wipe, onFailure }: KeeperOptions): Keeper {
  let kept: SessionKeys | null = null;

  function keep(credentials: AuthenticationCreds): SessionKeys {
    const ledger = createLedger({
      library,
      store,
      onFailure(cause) {
        // the next connection reads what is really there
        kept = null;
        onFailure(cause);
      },
    });
    kept = { library, credentials, ledger };
    return kept;
  }

  async function forget(): Promise<void> {
    const { ledger } = kept ?? {};
    kept = null;
    await ledger?.close();
  }

  return {
    async open() {
      if (kept !== null && isPaired(kept.credentials)) return kept;
      if (kept === null) {
        const text = await store.loadCredentials();
        const credentials: AuthenticationCreds | null =
          text === null ? null : JSON.parse(text, library.BufferJSON.reviver);
        if (credentials !== null && isPaired(credentials)) return keep(credentials);
      }
      await forget();
      await wipe();
      return keep(library.initAuthCreds());
    },
    settled: async () => await kept?.ledger.settled().catch(() => {}),
    isPaired: () => kept !== null && isPaired(kept.credentials),
    forget,
  };
}
