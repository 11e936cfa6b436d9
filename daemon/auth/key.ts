import { createHmac, randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORMAT = /^wp_((?:([a-z0-9]+)_)?[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const SHOWN_LENGTH = 4;

/**
 * A new API key: `wp_`, the cell of the installation and `_` if it has one, 30 random base62 characters (178 bits) and 6
 * of CRC32.
 */
export function newKey(cell?: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const checked = cell === undefined ? random : `${cell}_${random}`;
  return `wp_${checked}${checksum(checked)}`;
}

/** Whether a string has the form of a key; a mistyped one is refused without asking the database. */
export function isWellFormedKey(key: string): boolean {
  const parts = FORMAT.exec(key);
  return parts?.[1] !== undefined && checksum(parts[1]) === parts[3];
}

/** The cell that a key was made in; null when it names none. */
export function cellOf(key: string): string | null {
  return FORMAT.exec(key)?.[2] ?? null;
}

/** The shown parts of a key: its beginning, with four of the random characters, and its last four. */
export function shownOf(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, key.lastIndexOf("_") + 1 + SHOWN_LENGTH), last4: key.slice(-SHOWN_LENGTH) };
}

/** The stored form of a key: HMAC-SHA-256 under the installation's pepper. */
export function hashKey(key: string, pepper: Uint8Array): Buffer {
  return createHmac("sha256", pepper).update(key).digest();
}

function checksum(text: string): string {
  let rest = Bun.hash.crc32(text);
  let digits = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
