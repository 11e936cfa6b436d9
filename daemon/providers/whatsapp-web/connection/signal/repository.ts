import type { SignalAuthState, SignalRepositoryWithLIDStore, SocketConfig } from "baileys";
import { isKeyUsed } from "../../../../lib/libsignal-sessions.ts";
import { writeInBackground } from "../../library/inside/background-keys.ts";
import { rememberFewMappings } from "../../library/inside/lid-mappings.ts";
import { verifySignature } from "../../library/inside/signatures.ts";
import type { Library } from "../../library/library.ts";
import type { Envelopes } from "../incoming/envelopes.ts";
import type { KeyWriter } from "../keys/key-writer.ts";
import { arrived, findArrived, nothingNew } from "./arrived.ts";
import { turnOf } from "./turn.ts";

/**
 * Baileys' Signal repository, made safe: whatever touches a session runs under
 * one name, the own id, under which Baileys sends (on its own it decrypts under
 * the sender's, and of two copies of a session the last one written wins); what
 * encryption changed is taken by the key writer before the message leaves; a
 * decrypted message is written with the keys that are gone with it, and is had
 * from there when it comes again; the signature of a contact's pre-key is checked.
 */
export function safeRepository(
  library: Library,
  keyWriter: KeyWriter,
  envelopes: Envelopes,
): SocketConfig["makeSignalRepository"] {
  return (auth, log, lookUp) => {
    const keys = auth.keys;
    if (!("transaction" in keys)) throw new Error("Baileys gave keys without transactions");
    // here, as nobody has taken a copy of them yet
    writeInBackground(keys);
    let encrypting = 0;
    const staged: SignalAuthState = {
      creds: auth.creds,
      keys: {
        ...keys,
        async set(changes) {
          await keys.set(changes);
          if (encrypting > 0) await keyWriter.keys.set(changes);
        },
      },
    };
    const inner = library.DEFAULT_CONNECTION_CONFIG.makeSignalRepository(staged, log, lookUp);
    rememberFewMappings(inner.lidMapping);
    /** Does work whose keys are written at once: what is encrypted with them may leave. */
    const written = async <Result>(work: () => Promise<Result>) => {
      encrypting += 1;
      try {
        return await work();
      } finally {
        encrypting -= 1;
      }
    };
    const alone = <Result>(work: () => Promise<Result>) => keys.transaction(work, turnOf(auth));
    return {
      ...inner,
      lidMapping: inner.lidMapping,
      encryptMessage: (given) => alone(() => written(() => inner.encryptMessage(given))),
      encryptGroupMessage: (given) => alone(() => written(() => inner.encryptGroupMessage(given))),
      processSenderKeyDistributionMessage: (given) =>
        alone(() => inner.processSenderKeyDistributionMessage(given)),
      decryptGroupMessage: (given) =>
        alone(async () => {
          const attributes = envelopes.find(given.msg)?.attributes;
          try {
            const plaintext = await inner.decryptGroupMessage(given);
            if (attributes !== undefined) await keys.set(arrived(attributes, plaintext));
            return plaintext;
          } catch (cause) {
            if (!isOldGroupMessage(cause)) throw cause;
            return (await findArrived(auth, attributes?.id ?? ""))?.plaintext ?? nothingNew(library);
          }
        }).finally(() => envelopes.done(given.msg)),
      decryptMessage: (given) =>
        alone(async () => {
          const attributes = envelopes.find(given.ciphertext)?.attributes;
          const isStored = attributes !== undefined && attributes.category !== "peer";
          try {
            const plaintext = await inner.decryptMessage(given);
            if (attributes !== undefined && (isStored || tellsOfHistory(library, plaintext)))
              await keys.set(arrived(attributes, plaintext));
            return plaintext;
          } catch (cause) {
            if (!isStored || !isKeyUsed(cause)) throw cause;
            return (await findArrived(auth, attributes.id ?? ""))?.plaintext ?? nothingNew(library);
          }
        }).finally(() => envelopes.done(given.ciphertext)),
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
          if (there.exists) return NOTHING_MIGRATED;
          const migrated = await inner.migrateSession(from, to);
          // it would remember that for three days, with a timer that keeps all the keys of this turn
          inner.close?.();
          return migrated;
        }),
      deleteSession: (jids) => alone(() => inner.deleteSession(jids)),
    } satisfies SignalRepositoryWithLIDStore;
  };
}

/** Of the messages from a phone to its linked devices that belong to no chat, only the history takes long enough to be interrupted. */
function tellsOfHistory({ proto, unpadRandomMax16 }: Library, plaintext: Uint8Array): boolean {
  try {
    const { protocolMessage } = proto.Message.decode(unpadRandomMax16(plaintext));
    return Boolean(protocolMessage?.historySyncNotification);
  } catch {
    return false;
  }
}

/** A message to a group whose key was used: it came before (Baileys, `Signal/Group/group_cipher`). */
function isOldGroupMessage(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith("Received message with old counter");
}

const NOTHING_MIGRATED = { migrated: 0, skipped: 0, total: 0 };
