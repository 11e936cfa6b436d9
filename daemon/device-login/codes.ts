import { createHmac, randomBytes, randomInt } from "node:crypto";

/** No vowels, so that no code is a word, and nothing that looks like something else (RFC 8628, 6.1). */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const HALF = 4;

/** How long a program's question can be answered. */
export const LIFE_SECONDS = 600;
/** How long a program is to wait between two of its requests. */
export const INTERVAL_SECONDS = 2;

/** The secret with which the program polls. */
export function newDeviceCode(): string {
  return `wpd_${randomBytes(32).toString("base64url")}`;
}

/** The code that a person reads in the terminal and types into the page: `WDJB-MJHT`, one of 25,600,000,000. */
export function newUserCode(): string {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `${half()}-${half()}`;
}

/** A code as a person typed it, in the form that `newUserCode` gives it; null when it can't be one. */
export function readUserCode(typed: string): string | null {
  const letters = typed
    .slice(0, 64)
    .toUpperCase()
    .replace(/[\s\-–—.]/g, "");
  const isCode = letters.length === 2 * HALF && [...letters].every((letter) => ALPHABET.includes(letter));
  return isCode ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : null;
}

/** The stored form of either code: HMAC-SHA-256 under the installation's pepper. */
export function hashCode(code: string, pepper: Uint8Array): Buffer {
  return createHmac("sha256", pepper).update(`device login ${code}`).digest();
}
