import type { AuthenticationCreds } from "baileys";
import { isPaired } from "../../providers/whatsapp-web/connection/keys/key-codec.ts";
import type { KeyStore } from "../../providers/whatsapp-web/connection/keys/key-store.ts";
import { createKeyWriter, type KeyWriter } from "../../providers/whatsapp-web/connection/keys/key-writer.ts";
import type { Library } from "../../providers/whatsapp-web/library/library.ts";

/** The credentials and keys of a connection. */
export type OpenedKeys = { library: Library; credentials: AuthenticationCreds; keyWriter: KeyWriter };

/** The secrets of one session, kept open across its connections. */
export type CredentialStore = {
  /** The credentials of a paired session, or new ones. Throws the store's errors. */
  open(): Promise<OpenedKeys>;
  isPaired(): boolean;
  /** Resolves when every write is durable or has failed for good. */
  settled(): Promise<void>;
  /** Drops what it holds in memory and writes nothing more of it. */
  forget(): Promise<void>;
  /** Like `forget`, and removes the stored credentials and keys too. */
  wipe(): Promise<void>;
};

export type CredentialStoreOptions = {
  library: Library;
  store: KeyStore;
  /** Removes credentials and keys from the store. */
  wipe(): Promise<void>;
  /** The secrets can't be read or written any more. */
  onFailure(cause: unknown): void;
};

/** Starts with nothing read. */
export function createCredentialStore({
  library,
  store,
  wipe,
  onFailure,
}: CredentialStoreOptions): CredentialStore {
  let opened: OpenedKeys | null = null;

  function keep(credentials: AuthenticationCreds): OpenedKeys {
    const keyWriter = createKeyWriter({
      library,
      store,
      onFailure(cause) {
        // the next connection reads what is really stored
        opened = null;
        onFailure(cause);
      },
    });
    opened = { library, credentials, keyWriter };
    return opened;
  }

  async function forget(): Promise<void> {
    const { keyWriter } = opened ?? {};
    opened = null;
    await keyWriter?.close();
  }

  async function wipeAll(): Promise<void> {
    await forget();
    await wipe();
  }

  return {
    async open() {
      if (opened !== null && isPaired(opened.credentials)) return opened;
      if (opened === null) {
        const text = await store.loadCredentials();
        const credentials: AuthenticationCreds | null =
          text === null ? null : JSON.parse(text, library.BufferJSON.reviver);
        if (credentials !== null && isPaired(credentials)) return keep(credentials);
      }
      // otherwise the remains of an unfinished pairing would try to log in instead of pairing
      await wipeAll();
      return keep(library.initAuthCreds());
    },
    settled: async () => await opened?.keyWriter.settled().catch(() => {}),
    isPaired: () => opened !== null && isPaired(opened.credentials),
    forget,
    wipe: wipeAll,
  };
}
