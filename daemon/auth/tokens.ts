import { createHmac, randomBytes } from "node:crypto";

/** The purpose of a token; it is the token's prefix, so that a leaked one can be recognised. */
export type TokenKind =
  | "session"
  | "device"
  | "invitation"
  | "reset"
  | "login"
  | "pairing"
  | "passkey"
  | "code"
  | "refresh"
  | "factor";

const PREFIXES: Record<TokenKind, string> = {
  session: "wps_",
  device: "wpb_",
  invitation: "wpi_",
  reset: "wpr_",
  login: "wpl_",
  pairing: "wpp_",
  passkey: "wpk_",
  code: "wpo_",
  refresh: "wpf_",
  factor: "wpn_",
};
/** OWASP asks for 64 bits of entropy at least (Session Management Cheat Sheet). */
const BYTES = 32;
const LONGEST = 64;

export function newToken(kind: TokenKind): string {
  return PREFIXES[kind] + randomBytes(BYTES).toString("base64url");
}

/** The stored form of a token: HMAC-SHA-256 under the installation's pepper. */
export function hashToken(token: string, pepper: Uint8Array): Buffer {
  return createHmac("sha256", pepper).update(token).digest();
}

export function isToken(kind: TokenKind, text: string): boolean {
  return text.startsWith(PREFIXES[kind]) && text.length <= LONGEST;
}

/** Where a login comes from, as the throttle knows it; `device` is the token that the browser has from an earlier login. */
export function placeOf(
  { address, device }: { address: string | null; device: string | null },
  tokenPepper: Uint8Array,
): { address: string | null; device: string | null } {
  return { address, device: device === null ? null : deviceName(device, tokenPepper) };
}

/** What a browser is called beside the networks that a user has logged in from. */
export function deviceName(token: string, tokenPepper: Uint8Array): string {
  return `device ${hashToken(token, tokenPepper).toString("hex")}`;
}
