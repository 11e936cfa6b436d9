import { randomInt } from "node:crypto";
import { hashToken } from "../tokens.ts";

/** Nothing that looks like something else, and no vowels, so that no code is a word. */
const ALPHABET = "23456789BCDFGHJKMNPQRTVWXY";
const HALF = 5;
const CODES = 10;

/** Ten codes, each good once in place of a second factor: `7KQ2M-XW4RT`, one of 141 million million. */
export function newRecoveryCodes(): string[] {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: CODES }, () => `${half()}-${half()}`);
}

/** The stored form of a code as it was given or typed: case, spaces and hyphens don't matter. Null when it can't be one. */
export function hashRecoveryCode(typed: string, tokenPepper: Uint8Array): Buffer | null {
  const letters = typed.toUpperCase().replace(/[\s\-–—]/g, "");
  const isCode = letters.length === 2 * HALF && [...letters].every((letter) => ALPHABET.includes(letter));
  return isCode ? hashToken(`recovery code ${letters}`, tokenPepper) : null;
}
