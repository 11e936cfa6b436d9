import type { Codes } from "../../phone-numbers/with-codes.ts";

/** A contact as it is in a file, before any check. */
export type ContactFields = {
  phone_number?: string | null;
  name?: string | null;
  email?: string | null;
  external_source?: string | null;
  external_id?: string | null;
  bsuid?: string;
  parent_bsuid?: string;
  lid?: string;
  username?: string;
  custom_fields?: Record<string, unknown>;
  tags?: string[];
  /** The consent to messages on WhatsApp, as text of the file. */
  consent?: string;
  consent_at?: string;
  consent_source?: string;
  consent_proof?: string;
  suppression?: string;
  suppression_at?: string;
  suppression_proof?: string;
  /** The country of a number without a country code, by its two letters or its name. */
  country?: string;
  /** The cells for a number or an address, the likeliest first: the next is for when the one before can't be read. */
  phone_cells?: readonly NamedCell[];
  email_cells?: readonly NamedCell[];
};

/** A cell and its heading, and for a number the codes that stand beside it. */
export type NamedCell = { header: string; text: string; codes?: Codes };

/** Why a line was refused, for programs and for people. */
export type Refusal = { code: string; detail: string };

/** The result of reading one record of the file. */
export type Row = ReadRow | { line: number; bytes: Uint8Array; refusal: Refusal; fields?: never };

/** A record that could be read. */
export type ReadRow = { line: number; bytes: Uint8Array; fields: ContactFields; refusal?: never };

/** The refusal of a record, thrown while it is read. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

/** A quoted excerpt may end in the middle of a character, which no database stores. */
export function refused(code: string, detail: string): Refused {
  return new Refused({ code, detail: detail.toWellFormed() });
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a record. Throws `Refused` when it is not text. */
export function textOf(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (text.includes("\u0000")) throw refused("invalid_character", "the line holds a NUL character");
  if (text.includes("\ufffd"))
    throw refused("invalid_encoding", "the line holds U+FFFD: it was damaged when it was converted");
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw refused(
      "invalid_encoding",
      "the line is not valid UTF-8, as the others are; say the encoding if the file has another",
    );
  }
}
