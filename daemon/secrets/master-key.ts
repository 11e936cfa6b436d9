import { createHash, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MasterKey } from "./envelope.ts";

/** The file that holds the master key, in the data directory. */
export const MASTER_KEY_FILE = "master.key";

/** The master key is there and cannot be used. It is never replaced: what it sealed would be lost. */
export class MasterKeyError extends Error {}

const KEY_BYTES = 32;
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * The master key of the configuration, or of `<home>/master.key`, which is made
 * on first use (directory 0700, file 0600). Throws `MasterKeyError` when it is
 * malformed or unreadable.
 */
export function loadMasterKey({
  masterKey,
  home,
}: {
  masterKey?: string | undefined;
  home: string;
}): MasterKey {
  if (masterKey !== undefined) return asKey(masterKey, "WAYPOST_MASTER_KEY");
  const path = join(home, MASTER_KEY_FILE);
  return asKey(readKeyFile(path) ?? makeKeyFile(home, path), path);
}

function asKey(text: string, origin: string): MasterKey {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, "base64");
  if (!BASE64_OF_32_BYTES.test(trimmed) || key.length !== KEY_BYTES) {
    throw new MasterKeyError(
      `${origin} does not hold a master key (${KEY_BYTES} bytes in base64); put the right one back`,
    );
  }
  return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key: new Uint8Array(key) };
}

/** The file's text; null when there is none. */
function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    throw new MasterKeyError(`${path} cannot be read (${errorCode(cause)})`, { cause });
  }
}

/** Written aside and linked into place: a reader sees a whole key or none, and of two makers one wins. */
function makeKeyFile(home: string, path: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(aside, `${randomBytes(KEY_BYTES).toString("base64")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  try {
    linkSync(aside, path);
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST")
      throw new MasterKeyError(`${path} cannot be made (${errorCode(cause)})`, { cause });
  } finally {
    unlinkSync(aside);
  }
  const text = readKeyFile(path);
  if (text === null) throw new MasterKeyError(`${path} disappeared while it was made`);
  return text;
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
