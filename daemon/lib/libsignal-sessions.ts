import type * as Signal from "libsignal";

/** libsignal's error for a message whose key it has used up (`src/session_cipher.js`). */
const KEY_USED = "Key used already or never filled";

/** Of a chain whose messages come in (`src/chain_type.js`). */
const RECEIVING = 2;

/**
 * Chains of one session with keys of messages that came in. Signal's own library keeps five
 * (`rust/protocol/src/consts.rs`, `MAX_RECEIVER_CHAINS`). A few more: what was not acknowledged
 * comes again after a reconnect, and is then known to have been read.
 */
const MOST_RECEIVING = 20;

/** One of the sessions in a record of libsignal (`src/session_record.js`, `SessionEntry`). */
type Entry = {
  indexInfo: { used: number };
  /** By their keys, oldest first. */
  chains(): Iterable<[key: Buffer, chain: { chainType: number }]>;
  deleteChain(key: Buffer): void;
  serialize(): object;
  constructor: { deserialize(data: object): Entry };
};

/** The parts of libsignal's `SessionCipher` that its types leave out. */
type Cipher = {
  doDecryptWhisperMessage(data: Uint8Array, session: Entry): Promise<Buffer>;
  decryptWithSessions(
    data: Uint8Array,
    sessions: readonly Entry[],
  ): Promise<{ session: Entry; plaintext: Buffer }>;
};

/**
 * Keeps sessions whole that a message was tried with and is not of, and all of
 * them small. libsignal 6.0.0 tries every session of a record and moves the ratchet of each on before
 * it knows whether the message is of it; then it keeps them all as they are.
 * Two people who write first at the same time have two sessions, of which the
 * one that is used next could be read no more (Signal's own library tries with
 * a copy: `SessionCipher.java`). A message that was read before is called that.
 * It also keeps what is left of each chain that messages came in through: a
 * hundred bytes for each turn of a conversation, read and written with every
 * message.
 *
 * Both ends of a conversation need it and share nothing else: paired numbers,
 * and the people of the sandbox.
 */
export function mendSessions({ SessionCipher }: typeof Signal): void {
  const cipher = SessionCipher.prototype as unknown as Cipher;
  cipher.decryptWithSessions = decryptWithSessions;
}

async function decryptWithSessions(this: Cipher, data: Uint8Array, sessions: readonly Entry[]) {
  let failure = new Error("No matching sessions found for message");
  for (const session of sessions) {
    const before = session.serialize();
    try {
      const plaintext = await this.doDecryptWhisperMessage(data, session);
      session.indexInfo.used = Date.now();
      forgetOldChains(session);
      return { session, plaintext };
    } catch (cause) {
      Object.assign(session, session.constructor.deserialize(before));
      if (isKeyUsed(cause)) failure = cause;
    }
  }
  throw failure;
}

function forgetOldChains(session: Entry): void {
  const receiving = [...session.chains()].filter(([, { chainType }]) => chainType === RECEIVING);
  for (const [key] of receiving.slice(0, -MOST_RECEIVING)) session.deleteChain(key);
}

/** Whether a message could not be decrypted because it was before. */
export function isKeyUsed(cause: unknown): cause is Error {
  return cause instanceof Error && cause.message === KEY_USED;
}
