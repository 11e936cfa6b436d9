import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SecretError, type Secrets } from "../../secrets/envelope.ts";

/**
 * Seals the secrets of one session with its own key. A value is sealed under a `name` and
 * opens only under that name.
 */
export type Vault = {
  seal(plain: string, name: string): Buffer;
  /** Throws `SecretError`. */
  open(sealed: Uint8Array, name: string): string;
};

const VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of a nonce that count; those before them are the fencing number. */
const COUNTER_BYTES = 6;

/** A new data key, sealed with the master key, as the session's row stores it. */
export function newDataKey(secrets: Secrets, channelId: string): string {
  return secrets.encrypt(randomBytes(KEY_BYTES).toString("base64"), dataKeyContext(channelId));
}

/**
 * Opens a session's data key. AES-256-GCM; a session writes its keys at every
 * message, which is too often for random nonces, so a nonce is the fencing
 * number, which no two holders share, and a count of this holder's.
 */
export function openVault(secrets: Secrets, channelId: string, dataKey: string, fence: number): Vault {
  const key = Buffer.from(secrets.decrypt(dataKey, dataKeyContext(channelId)), "base64");
  const head = Buffer.alloc(NONCE_BYTES + 1);
  head.writeUInt8(VERSION, 0);
  head.writeUIntBE(fence, 1, NONCE_BYTES - COUNTER_BYTES);
  let count = 0;
  return {
    seal(plain, name) {
      count += 1;
      const start = Buffer.from(head);
      start.writeUIntBE(count, start.length - COUNTER_BYTES, COUNTER_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, start.subarray(1));
      cipher.setAAD(associated(channelId, name));
      return Buffer.concat([start, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, name) {
      if (sealed[0] !== VERSION || sealed.length < head.length + TAG_BYTES)
        throw new SecretError("malformed", "this is not a sealed session key");
      const machine = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, head.length));
      machine.setAAD(associated(channelId, name));
      machine.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const plain = machine.update(sealed.subarray(head.length, -TAG_BYTES));
        return Buffer.concat([plain, machine.final()]).toString("utf8");
      } catch {
        throw new SecretError("tampered", "a session key was changed, or belongs to something else");
      }
    },
  };
}

/** The encryption context of a session's data key. */
export function dataKeyContext(channelId: string): string {
  return `channel ${channelId} session key`;
}

function associated(channelId: string, name: string): Buffer {
  return Buffer.from(`${VERSION}.${channelId}.${name}`);
}
