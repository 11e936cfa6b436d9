import ICAL from "ical.js";
import { refused } from "../row.ts";
import { asVersion3 } from "./older-cards.ts";

/** A property: name, parameters, its first value and its further values (jCard, RFC 7095). */
export type Property = { name: string; parameters: Map<string, unknown>; value: unknown; more: unknown[] };

/** The properties of a card. Throws `Refused` for what is no card. */
export function propertiesOf(text: string): Property[] {
  try {
    const card: unknown = ICAL.parse(unfolded(asVersion3(text)));
    if (Array.isArray(card) && Array.isArray(card[1])) return card[1].map(propertyOf);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : "unknown reason";
    throw refused("invalid_vcard", `not a vCard: ${reason}`);
  }
  throw refused("invalid_vcard", "not a vCard");
}

/** A value as one text: of several parts those that are not empty. */
export function textOfValue(value: unknown): string {
  const parts = Array.isArray(value) ? value.flat().map(String) : [String(value)];
  return (
    parts
      .filter((part) => part !== "")
      .join(", ")
      // the parser leaves this one as it is
      .replaceAll("\\;", ";")
      .trim()
  );
}

/** The parser joins continued lines one by one, copying the text each time (RFC 6350, section 3.2). */
function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, "");
}

function propertyOf([name, parameters, , value, ...more]: [string, object, string, ...unknown[]]): Property {
  return { name, parameters: new Map(Object.entries(parameters)), value, more };
}
