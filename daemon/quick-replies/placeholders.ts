import { FIELD_NAME, fieldOf, type Person } from "../contacts/field-of.ts";

/** `{{first_name}}`, or `{{first_name|there}}` with words for those who lack the field. */
const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
const KNOWN = new RegExp(`^(?:${FIELD_NAME})$`);

/** A text for a person. `missing` are the fields that they lack; their placeholders stay for somebody to replace. */
export type Filled = { text: string; missing: string[] };

/** The fields that a text has placeholders for, each once, whether there are such fields or not. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, field = ""]) => field.trim()))];
}

/** Whether a placeholder's field is one of a contact. */
export function isField(name: string): boolean {
  return KNOWN.test(name);
}

/** Puts a person's fields in the places of a text. */
export function fill(text: string, person: Person): Filled {
  const missing = new Set<string>();
  const filled = text.replace(PLACEHOLDER, (whole, name: string, fallback: string | undefined) => {
    const field = name.trim();
    const value = fieldOf(field, person) ?? fallback;
    if (value === undefined) missing.add(field);
    return value ?? whole;
  });
  return { text: filled, missing: [...missing] };
}
