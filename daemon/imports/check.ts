import { parsePhone } from "../contacts/phone.ts";
import { isStorable } from "../storable.ts";
import type { ContactFields } from "./row.ts";
import { refused } from "./row.ts";

/** A contact as upsert_contacts takes it; see db/functions/67_upsert_contacts.sql. */
export type ContactRow = ContactFields & { cleared?: string[] };

/** The most characters of each field. */
const LONGEST = { name: 500, email: 254, external_source: 255, external_id: 255 } as const;
const LONGEST_CUSTOM_FIELDS = 16 * 1024;
const LONGEST_KEY = 100;
const MOST_TAGS = 50;
const LONGEST_TAG = 100;

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/**
 * Checks a contact of a file and writes its fields as they are stored. An empty
 * field is no field; one that is null is to be emptied. Throws `Refused`.
 */
export function checkContact(fields: ContactFields, country: string | null): ContactRow {
  const cleared = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []));
  const row: ContactRow = {
    ...given("phone_number", phoneOf(filled(fields.phone_number), country)),
    ...given("email", emailOf(filled(fields.email))),
    ...given("name", filled(fields.name)),
    ...given("external_source", filled(fields.external_source)),
    ...given("external_id", filled(fields.external_id)),
    ...given("custom_fields", customOf(fields.custom_fields)),
    ...given("tags", tagsOf(fields.tags)),
    ...(cleared.length === 0 ? {} : { cleared }),
  };
  checkLengths(row);
  checkIdentified(row);
  if (!isStorable(row))
    throw refused("invalid_character", "the record holds a NUL character or half of a surrogate pair");
  return row;
}

function given<Name extends keyof ContactRow>(name: Name, value: ContactRow[Name] | undefined) {
  return value === undefined ? {} : { [name]: value };
}

function filled(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
}

function phoneOf(text: string | undefined, country: string | null): string | undefined {
  if (text === undefined) return undefined;
  const number = parsePhone(text, country);
  if (number !== null) return number;
  const hint =
    country === null && !text.startsWith("+")
      ? "; it has no country code, and no default_country is set"
      : "";
  throw refused("invalid_phone_number", `'${text.slice(0, 40)}' is no phone number${hint}`);
}

function emailOf(text: string | undefined): string | undefined {
  if (text === undefined || (EMAIL.test(text) && text.length <= LONGEST.email)) return text;
  throw refused("invalid_email", `'${text.slice(0, 80)}' is no email address`);
}

function customOf(custom: ContactFields["custom_fields"]): ContactFields["custom_fields"] {
  if (custom === undefined) return undefined;
  if (JSON.stringify(custom).length > LONGEST_CUSTOM_FIELDS)
    throw refused("invalid_contact", `the custom fields have more than ${LONGEST_CUSTOM_FIELDS} characters`);
  const long = Object.keys(custom).find((key) => key.length > LONGEST_KEY);
  if (long !== undefined)
    throw refused("invalid_contact", `a custom field's name has more than ${LONGEST_KEY} characters`);
  return custom;
}

function tagsOf(tags: string[] | undefined): string[] | undefined {
  const names = [...new Set(tags?.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
  if (names.length > MOST_TAGS || names.some((name) => name.length > LONGEST_TAG))
    throw refused(
      "invalid_contact",
      `more than ${MOST_TAGS} tags, or one of more than ${LONGEST_TAG} characters`,
    );
  return names.length === 0 ? undefined : names;
}

function checkLengths(row: ContactRow): void {
  for (const [name, longest] of Object.entries(LONGEST)) {
    const text = row[name as keyof typeof LONGEST];
    if (text && text.length > longest)
      throw refused("invalid_contact", `${name} has more than ${longest} characters`);
  }
}

function checkIdentified(row: ContactRow): void {
  if ((row.external_id === undefined) !== (row.external_source === undefined))
    throw refused("invalid_contact", "external_source and external_id come together");
  if (row.phone_number === undefined && row.email === undefined && row.external_id === undefined)
    throw refused(
      "missing_identifier",
      "the record has no phone number, no email address and no external id",
    );
}
