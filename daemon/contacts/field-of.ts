import type { ContactRow } from "../../db/contacts/contacts.ts";
import { isObject } from "../lib/objects.ts";
import { firstNameOf } from "./first-name.ts";

/** A contact's fields that are put into texts, by the names that the API gives them. */
export type Person = {
  contact: Pick<ContactRow, "phone_number" | "name" | "email" | "external_id">;
  fields: Record<string, unknown>;
};

/** The names of the fields, as a regular expression. */
export const FIELD_NAME = "name|first_name|email|phone_number|external_id|custom\\..{1,100}";

const CUSTOM = "custom.";

/** A contact with its custom fields. */
export function personOf(contact: Person["contact"] & Pick<ContactRow, "custom_fields">): Person {
  const fields: unknown = JSON.parse(contact.custom_fields);
  return { contact, fields: isObject(fields) ? fields : {} };
}

/** A field of a person as words; null when they lack it, or when it is no text, number or truth value. */
export function fieldOf(field: string, person: Person): string | null {
  const value = memberOf(field, person);
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : null;
}

function memberOf(field: string, { contact, fields }: Person): unknown {
  switch (field) {
    case "name":
      return contact.name;
    case "first_name":
      return contact.name && firstNameOf(contact.name);
    case "email":
      return contact.email;
    case "phone_number":
      return contact.phone_number;
    case "external_id":
      return contact.external_id;
    default:
      return fields[field.slice(CUSTOM.length)];
  }
}
