import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { MasterKeyError } from "./master-key-error.ts";

/** The file that holds the master key, in the data directory. */
export const MASTER_KEY_FILE = "master.key";

const GROUP_AND_OTHERS = 0o077;

/** The file's text; null when there is none. Throws `MasterKeyError` when others may read it, or nobody can. */
export function readKeyFile(path: string): string | null {
  try {
    const text = readFileSync(path, "utf8");
    const mode = statSync(path).mode & 0o777;
    if ((mode & GROUP_AND_OTHERS) !== 0)
      throw new MasterKeyError(
        `${path} is open to other accounts (mode ${mode.toString(8)}); chmod 600 it, and rotate the key if somebody may have read it`,
      );
    return text;
  } catch (cause) {
    if (cause instanceof MasterKeyError) throw cause;
    if (errorCode(cause) === "ENOENT") return null;
    throw new MasterKeyError(`${path} cannot be read (${errorCode(cause)})`, { cause });
  }
}

/**
 * Makes the file in the data directory, which is made for its owner alone. It
 * is written aside and linked into place: a reader sees a whole key or none, and of two makers one wins.
 */
export function makeKeyFile(home: string, path: string, text: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const aside = writeAside(path, text);
  try {
    linkSync(aside, path);
  } catch (cause) {
    if (errorCode(cause) !== "EEXIST")
      throw new MasterKeyError(`${path} cannot be made (${errorCode(cause)})`, { cause });
  } finally {
    unlinkSync(aside);
  }
}

/** Replaces the file: readers see the whole old text or the whole new one. */
export function rewriteKeyFile(path: string, text: string): void {
  try {
    renameSync(writeAside(path, text), path);
  } catch (cause) {
    throw new MasterKeyError(`${path} cannot be written (${errorCode(cause)})`, { cause });
  }
}

function writeAside(path: string, text: string): string {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(aside, text, { mode: 0o600, flag: "wx", flush: true });
  return aside;
}

/** `ENOENT` and the like. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
