import type {
  BinaryNode,
  SignalAuthState,
  SignalDataSet,
  SignalRepositoryWithLIDStore,
  SocketConfig,
} from "baileys";
import type { Ledger } from "./ledger.ts";
import type { Library } from "./library.ts";
import type { ArrivedMessage } from "./session.ts";
import { verifySignature } from "./signatures.ts";

/** The category of messages that were decrypted and are not settled. */
export const ARRIVED = "arrived";

/** Encrypted parts of stanzas that are being read, each with its stanza's attributes. */
export type Envelopes = {
  /** Notes a stanza before Baileys reads it. */
  note(stanza: BinaryNode): void;
  attributesOf(ciphertext: Uint8Array): Record<string, string> | undefined;
};

/** Envelopes that are forgotten with their ciphertext. */
export function createEnvelopes(): Envelopes {
  const attributes = new WeakMap<Uint8Array, Record<string, string>>();
  return {
    note(stanza) {
      if (!Array.isArray(stanza.content)) return;
      for (const part of stanza.content) {
        if (part.tag === "enc" && part.content instanceof Uint8Array)
          attributes.set(part.content, stanza.attrs);
      }
    },
    attributesOf: (ciphertext) => attributes.get(ciphertext),
  };
}

/**
 * Baileys' Signal repository, made safe: whatever touches a session runs under
 * one name, the own id, under which Baileys sends (on its own it decrypts under
 * the sender's, and of two copies of a session the last one written wins); what
 * encryption changed is taken by the ledger before the message leaves; a
 * decrypted message is written with the keys that are gone with it; the
 * signature of a contact's pre-key is checked.
 */
export function safeRepository(
  library: Library,
  ledger: Ledger,
  envelopes: Envelopes,
): SocketConfig["makeSignalRepository"] {
  return (auth, log, lookUp) => {
    const keys = auth.keys;
    if (!("transaction" in keys)) throw new Error("Baileys gave keys without transactions");
    let encrypting = 0;
    const staged: SignalAuthState = {
      creds: auth.creds,
      keys: {
        ...keys,
        async set(changes) {
          await keys.set(changes);
          if (encrypting > 0) await ledger.keys.set(changes);
        },
      },
    };
    const inner = library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(staged, log, lookUp);
    const alone = <Result>(work: () => Promise<Result>) => keys.transaction(work, turnOf(auth));
    return {
      ...inner,
      lidMapping: inner.lidMapping,
      encryptMessage: (given) =>
        alone(async () => {
          encrypting += 1;
          try {
            return await inner.encryptMessage(given);
          } finally {
            encrypting -= 1;
          }
        }),
      decryptMessage: (given) =>
        alone(async () => {
          const plaintext = await inner.decryptMessage(given);
          const attributes = envelopes.attributesOf(given.ciphertext);
          if (attributes !== undefined && attributes.category !== "peer")
            await keys.set(arrived(attributes, plaintext));
          return plaintext;
        }),
      injectE2ESession(given) {
        const { identityKey, signedPreKey } = given.session;
        if (!verifySignature(identityKey, signedPreKey.publicKey, signedPreKey.signature))
          throw new Error("the signature of a contact's pre-key is wrong");
        return alone(() => inner.injectE2ESession(given));
      },
      migrateSession: (from, to) =>
        alone(async () => {
          // a session under the LID is newer than the one under the number, which would take its place
          const there = await inner.validateSession(library.transferDevice(from, to));
          return there.exists ? NOTHING_MIGRATED : await inner.migrateSession(from, to);
        }),
      deleteSession: (jids) => alone(() => inner.deleteSession(jids)),
    } satisfies SignalRepositoryWithLIDStore;
  };
}

const NOTHING_MIGRATED = { migrated: 0, skipped: 0, total: 0 };

/** The name under which everything of a session takes its turn; Baileys sends under the same. */
export function turnOf(auth: { creds: object }): string {
  const me: unknown = Reflect.get(auth.creds, "me");
  return typeof me === "object" && me !== null && "id" in me && typeof me.id === "string"
    ? me.id
    : "upload-pre-keys";
}

function arrived(attributes: Record<string, string>, plaintext: Uint8Array): SignalDataSet {
  const message: ArrivedMessage = { id: attributes.id ?? "", attributes, plaintext };
  // not one of Baileys' categories; its transactions carry any
  return { [ARRIVED]: { [message.id]: message } } as SignalDataSet;
}
