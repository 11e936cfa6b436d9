import type { Field } from "../../../../imports/read/fields.ts";
import { IMPORTS } from "../../view-words.ts";
import { CUSTOM } from "./plan.ts";

/** A field of contacts in words; a custom field by its name. */
export function fieldName(field: string): string {
  const fields: Readonly<Record<Field, string>> = IMPORTS.fields;
  const words: Readonly<Record<string, string>> = fields;
  if (field.startsWith(CUSTOM)) return IMPORTS.customField(field.slice(CUSTOM.length));
  return Object.hasOwn(words, field) ? (words[field] ?? field) : field.replaceAll("_", " ");
}
