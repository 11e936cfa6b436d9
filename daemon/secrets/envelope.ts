import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A master key: 32 bytes, and the short id that its ciphertexts carry. */
export type MasterKey = { id: string; key: Uint8Array };

/** Secrets at rest. `context` says what a secret belongs to; it only opens in the context it was sealed in. */
export type Secrets = {
  /** Seals a secret with the current key: `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  encrypt(plain: string, context: string): string;
  /** Opens what `encrypt` made, whichever of the keys it used. Throws `SecretError`. */
  decrypt(sealed: string, context: string): string;
  /**
   * 32 bytes for one purpose. They come from the key that sealed when they were
   * first needed and are kept from then on, so that no rotation changes them.
   */
  derive(purpose: Purpose): Uint8Array;
};

/** The purposes of derived bytes; each is kept in the database, see daemon/secrets/check.ts. */
export const PURPOSES = [
  "api keys",
  "tokens",
  "cursors",
  "approvals",
  "downloads",
  "pushes",
  "audit",
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Secrets whose keys change while the process runs, during a rotation of the master key. */
export type Keyring = Secrets & {
  /** Ids of the keys that decrypt. */
  ids(): string[];
  /** Id of the key that encrypts. */
  current(): string;
  /** Adds keys that decrypt. None is ever removed, since a secret sealed with it may still be in memory. */
  learn(keys: readonly MasterKey[]): void;
  /** Chooses the key that encrypts; false when it is not known. */
  sealWith(id: string): boolean;
  /** Sets the derived bytes of a purpose. */
  pin(purpose: Purpose, bytes: Uint8Array): void;
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
 * Envelope encryption under master keys: the first encrypts until another is
 * chosen, all decrypt. AES-256-GCM with a random nonce; the context and the
 * key's id are authenticated along.
 */
export function createSecrets(keys: readonly MasterKey[]): Keyring {
  const [first] = keys;
  if (first === undefined) throw new Error("at least one master key is needed");
  let current = first;
  const byId = new Map<string, Uint8Array>();
  const pinned = new Map<Purpose, Uint8Array>();
  learn(keys);

  function learn(more: readonly MasterKey[]): void {
    for (const { id, key } of more) {
      if (key.byteLength !== KEY_BYTES)
        throw new Error(`a master key has ${KEY_BYTES} bytes, not ${key.byteLength}`);
      byId.set(id, key);
    }
  }

  return {
    encrypt: (plain, context) => seal(current, plain, context),
    decrypt: (sealed, context) => open(byId, sealed, context),
    derive: (purpose) => pinned.get(purpose) ?? derived(current, purpose),
    ids: () => [...byId.keys()],
    current: () => current.id,
    learn,
    sealWith(id) {
      const key = byId.get(id);
      if (key !== undefined) current = { id, key };
      return key !== undefined;
    },
    pin(purpose, bytes) {
      pinned.set(purpose, bytes);
    },
  };
}

/** The id of the key that a secret was sealed with; null for anything else. */
export function keyIdOf(sealed: string): string | null {
  const [version, id, encoded, ...rest] = sealed.split(".");
  return version === VERSION && encoded !== undefined && rest.length === 0 ? (id ?? null) : null;
}

function derived({ key }: MasterKey, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key, "", `waypost ${purpose}`, KEY_BYTES));
}

function seal({ id, key }: MasterKey, plain: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(associated(id, context));
  const bytes = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${id}.${bytes.toString("base64url")}`;
}

function open(keys: ReadonlyMap<string, Uint8Array>, sealed: string, context: string): string {
  const id = keyIdOf(sealed);
  if (id === null) throw new SecretError("malformed", "this is not a sealed secret");
  const key = keys.get(id);
  if (key === undefined) {
    throw new SecretError(
      "unknown_key",
      `a secret was sealed with the master key ${id}, which is not configured`,
    );
  }
  const bytes = Buffer.from(sealed.slice(`${VERSION}.${id}.`.length), "base64url");
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
