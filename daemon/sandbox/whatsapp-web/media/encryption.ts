import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type { MediaType } from "baileys";

/** An encrypted file and what a message says about it. */
export type EncryptedFile = {
  bytes: Buffer;
  mediaKey: Uint8Array;
  /** Of the plain and of the encrypted bytes. */
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
};

type MediaKeys = { iv: Uint8Array; cipherKey: Uint8Array; macKey?: Uint8Array };
/** Baileys' `getMediaKeys`: derives the three keys of a kind of media from the media key. */
export type DeriveMediaKeys = (mediaKey: Uint8Array, kind: MediaType) => Promise<MediaKeys>;

/** The ciphertext is followed by the first ten bytes of its authentication code. */
const MAC_BYTES = 10;

/** Encrypts a file as WhatsApp's clients do: AES-256-CBC and HMAC-SHA256 (Baileys, `Utils/messages-media.js`). */
export async function encryptFile(
  plain: Uint8Array,
  kind: MediaType,
  deriveKeys: DeriveMediaKeys,
): Promise<EncryptedFile> {
  const mediaKey = randomBytes(32);
  const keys = await deriveKeys(mediaKey, kind);
  const cipher = createCipheriv("aes-256-cbc", keys.cipherKey, keys.iv);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  const bytes = Buffer.concat([ciphertext, authenticationCode(keys, ciphertext)]);
  return {
    bytes,
    mediaKey,
    fileSha256: sha256(plain),
    fileEncSha256: sha256(bytes),
    fileLength: plain.length,
  };
}

/** The claims of a message about its file. */
export type FileClaims = {
  mediaKey: Uint8Array;
  fileSha256: Uint8Array;
  fileEncSha256: Uint8Array;
  fileLength: number;
};

/** Decrypts a file and checks every claim. Throws an error that names the first one that is wrong. */
export async function decryptFile(
  bytes: Buffer,
  kind: MediaType,
  claims: FileClaims,
  deriveKeys: DeriveMediaKeys,
): Promise<Buffer> {
  const keys = await deriveKeys(claims.mediaKey, kind);
  const [ciphertext, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
  if (!sha256(bytes).equals(claims.fileEncSha256)) throw new Error("fileEncSha256 is wrong");
  if (!authenticationCode(keys, ciphertext).equals(mac)) throw new Error("the authentication code is wrong");
  const decipher = createDecipheriv("aes-256-cbc", keys.cipherKey, keys.iv);
  const plain = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  if (!sha256(plain).equals(claims.fileSha256)) throw new Error("fileSha256 is wrong");
  if (plain.length !== claims.fileLength) throw new Error("fileLength is wrong");
  return plain;
}

function authenticationCode({ iv, macKey }: MediaKeys, ciphertext: Uint8Array): Buffer {
  const hmac = createHmac("sha256", macKey ?? new Uint8Array());
  return hmac.update(iv).update(ciphertext).digest().subarray(0, MAC_BYTES);
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
