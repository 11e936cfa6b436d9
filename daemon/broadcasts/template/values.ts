import type { AudienceContact } from "../../../db/broadcasts/audience.ts";
import { isObject } from "../../lib/objects.ts";
import type { Parameter } from "../plan/parameter.ts";

/** A person's values for the variables of a template. */
export type Person = {
  contact: Pick<AudienceContact, "phone_number" | "name" | "email" | "external_id">;
  fields: Record<string, unknown>;
};

const CUSTOM = "custom.";

/** A contact with its custom fields. */
export function personOf(contact: AudienceContact): Person {
  const fields: unknown = JSON.parse(contact.custom_fields);
  return { contact, fields: isObject(fields) ? fields : {} };
}

/** The value of a variable for a person; null when they lack the field and there is no fallback. */
export function wordFor(parameter: Parameter, person: Person): string | null {
  if (typeof parameter === "string") return parameter;
  return oneLine(fieldOf(parameter.field, person)) ?? parameter.fallback ?? null;
}

function fieldOf(field: string, { contact, fields }: Person): unknown {
  switch (field) {
    case "name":
      return contact.name;
    case "first_name":
      return contact.name?.trim().split(/\s+/)[0];
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

/** WhatsApp refuses line breaks, tabs and runs of spaces in what is put into a template. */
function oneLine(value: unknown): string | null {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string") return null;
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" ? null : line;
}
