import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A master key: 32 bytes, and the short name that its ciphertexts carry. */
export type MasterKey = { id: string; key: Uint8Array };

/** Secrets at rest. `context` says what a secret belongs to; it only opens in the context it was sealed in. */
export type Secrets = {
  /** Seals a secret with the current key: `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  encrypt(plain: string, context: string): string;
  /** Opens what `encrypt` made, whichever of the keys it used. Throws `SecretError`. */
  decrypt(sealed: string, context: string): string;
  /**
   * 32 bytes for one purpose (a pepper, the key of cursors). They come from the
   * oldest key, so they stay the same when a newer key is put before it, and
   * change only when the oldest is taken out of the list for good.
   */
  derive(purpose: string): Uint8Array;
};

export type SecretFailure = "unknown_key" | "tampered" | "malformed";

/** Why a sealed secret cannot be opened. Its message holds no part of the secret. */
export class SecretError extends Error {
  constructor(
    readonly failure: SecretFailure,
    message: string,
  ) {
    super(message);
  }
}

const VERSION = "v1";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Envelope encryption under master keys, newest first: the first encrypts, all
 * decrypt. AES-256-GCM with a random nonce; the context and the key's id are
 * authenticated along.
 */
export function createSecrets(keys: readonly MasterKey[]): Secrets {
  const [current] = keys;
  const oldest = keys.at(-1);
  if (current === undefined || oldest === undefined) throw new Error("at least one master key is needed");
  for (const { key } of keys) {
    if (key.byteLength !== KEY_BYTES)
      throw new Error(`a master key has ${KEY_BYTES} bytes, not ${key.byteLength}`);
  }
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    encrypt: (plain, context) => seal(current, plain, context),
    decrypt: (sealed, context) => open(byId, sealed, context),
    derive: (purpose) => new Uint8Array(hkdfSync("sha256", oldest.key, "", `waypost ${purpose}`, KEY_BYTES)),
  };
}

function seal({ id, key }: MasterKey, plain: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(associated(id, context));
  const bytes = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${id}.${bytes.toString("base64url")}`;
}

function open(keys: ReadonlyMap<string, Uint8Array>, sealed: string, context: string): string {
  const [version, id, encoded, ...rest] = sealed.split(".");
  if (version !== VERSION || id === undefined || encoded === undefined || rest.length > 0) {
    throw new SecretError("malformed", "this is not a sealed secret");
  }
  const key = keys.get(id);
  if (key === undefined) {
    throw new SecretError(
      "unknown_key",
      `a secret was sealed with the master key ${id}, which is not configured`,
    );
  }
  const bytes = Buffer.from(encoded, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES)
    throw new SecretError("malformed", "a sealed secret is cut short");
  return decipher(key, bytes, associated(id, context));
}

function decipher(key: Uint8Array, bytes: Buffer, additional: Buffer): string {
  const machine = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  machine.setAAD(additional);
  machine.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = Buffer.concat([machine.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), machine.final()]);
    return plain.toString("utf8");
  } catch {
    throw new SecretError("tampered", "a sealed secret was changed, or belongs to something else");
  }
}

function associated(id: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${id}.${context}`);
}
