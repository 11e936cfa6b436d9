import { randomBytes } from "node:crypto";
import type { Keep } from "../link.ts";

/** The codes behind the QR codes that people show to be added as a contact: one for each number at a time. */
export type ContactCodes = {
  of(number: string): string;
  /** A new one; the one before leads to nobody any more. */
  renew(number: string): string;
  numberOf(code: string): string | undefined;
};

const CODE = "contact-code/";
const NUMBER = "contact-code-of/";

export function createContactCodes(keep: Keep): ContactCodes {
  function renew(number: string): string {
    const before = keep.get(NUMBER + number);
    if (before !== undefined) keep.delete(CODE + before);
    const code = randomBytes(10).toString("base64url").toUpperCase();
    keep.set(CODE + code, number);
    keep.set(NUMBER + number, code);
    return code;
  }

  return {
    of: (number) => keep.get(NUMBER + number) ?? renew(number),
    renew,
    numberOf: (code) => keep.get(CODE + code),
  };
}
