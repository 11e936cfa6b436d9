import { isEmailAddress } from "../../contacts/fields.ts";
import { parsePhone } from "../../contacts/phone.ts";
import type { ContactFields, Refusal, SpareCell } from "../read/row.ts";
import { restoreZero } from "./lost-zeros.ts";
import { isShortened, restoreDigits, SHORTENED } from "./shortened-numbers.ts";

/** A record's fields, those that are kept beside them, and what is wrong with the ones left out. */
export type Addresses = { fields: ContactFields; faults: Refusal[] };

/**
 * Takes the first phone number and the first e-mail address that can be read of those in a
 * record. The other ones are kept as custom fields under their headings.
 */
export function takeAddresses(given: ContactFields, country: string | null): Addresses {
  const { spare_phone_numbers: phones = [], spare_emails: emails = [], ...fields } = given;
  const restore = (text: string) => restoreZero(restoreDigits(text), country);
  if (fields.phone_number) fields.phone_number = restore(fields.phone_number);
  if (phones.length + emails.length === 0 && !isShortened(fields.phone_number)) return { fields, faults: [] };
  const found = { fields, faults: [] };
  const restored = phones.map(({ header, text }) => ({ header, text: restore(text) }));
  takeFirst(found, "phone_number", restored, (text) => parsePhone(text, country) !== null);
  takeFirst(found, "email", emails, isEmailAddress);
  return found;
}

function takeFirst(
  { fields, faults }: Addresses,
  field: "phone_number" | "email",
  spare: readonly SpareCell[],
  isReadable: (text: string) => boolean,
): void {
  const text = fields[field];
  const cells = [...(text ? [{ header: field, text }] : []), ...spare];
  if (cells.length === 0) return;
  delete fields[field];
  for (const cell of cells) {
    if (!isReadable(cell.text)) faults.push(faultOf(field, cell));
    else if (fields[field] === undefined) fields[field] = cell.text;
    else if (cell.text !== fields[field])
      fields.custom_fields = { ...fields.custom_fields, [cell.header]: cell.text };
  }
}

function faultOf(field: "phone_number" | "email", { header, text }: SpareCell): Refusal {
  const what = field === "email" ? "is not an email address" : phoneFault(text);
  return { code: `invalid_${field}`, detail: `${header}: ${what}` };
}

function phoneFault(text: string): string {
  return isShortened(text)
    ? SHORTENED
    : "is not a phone number; write it with its country code, such as +14155550123";
}
