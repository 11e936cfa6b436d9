import { Secret, TOTP } from "otpauth";

/** Six digits every 30 seconds by SHA-1: the only form that every authenticator app takes (RFC 6238). */
const FORM = { algorithm: "SHA1", digits: 6, period: 30 };
/** Steps before and after the present one whose codes are taken, as RFC 6238, 5.2 has it for clocks that differ. */
const WINDOW = 1;

/** A new secret, and the address that an app reads from a QR code. */
export function newTotp(issuer: string, label: string): { secret: string; url: string } {
  const totp = new TOTP({ ...FORM, secret: new Secret({ size: 20 }), issuer, label });
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The time step that a code is of, near `now` in milliseconds; null for a wrong code. Compares in constant time. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...FORM, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
