import ICAL from "ical.js";
import type { Piece } from "./piece.ts";
import { type ContactFields, Refused, type Row, refused, textOf } from "./row.ts";

/** Reads vCards 3.0 (RFC 2426) and 4.0 (RFC 6350). */
export function readVcard(pieces: readonly Piece[]): Row[] {
  return pieces.map(({ line, bytes, fault }) => {
    try {
      if (fault !== undefined) throw refused("invalid_vcard", fault);
      return { line, bytes, fields: fieldsOf(propertiesOf(textOf(bytes))) };
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      return { line, bytes, refusal: cause.refusal };
    }
  });
}

/** A property: name, parameters, its first value and its further values (jCard, RFC 7095). */
type Property = { name: string; parameters: Map<string, unknown>; value: unknown; more: unknown[] };

function propertiesOf(text: string): Property[] {
  if (/^VERSION:2\.1\s*$/im.test(text))
    throw refused("invalid_vcard", "vCard 2.1 is not supported; export as 3.0 or 4.0");
  try {
    const card: unknown = ICAL.parse(unfolded(text));
    if (Array.isArray(card) && Array.isArray(card[1])) return card[1].map(propertyOf);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : "unknown reason";
    throw refused("invalid_vcard", `not a vCard: ${reason}`);
  }
  throw refused("invalid_vcard", "not a vCard");
}

/** The parser joins continued lines one by one, copying the text each time (RFC 6350, section 3.2). */
function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, "");
}

function propertyOf([name, parameters, , value, ...more]: [string, object, string, ...unknown[]]): Property {
  return { name, parameters: new Map(Object.entries(parameters)), value, more };
}

/** Custom fields that vCards have a property for. */
const CUSTOM: Record<string, string> = {
  org: "organization",
  title: "title",
  bday: "birthday",
  note: "note",
  url: "url",
};

/** WhatsApp's own ids of a person, in properties of our own: vCards have none for them. */
export const CARD_PROPERTIES = {
  bsuid: "x-whatsapp-bsuid",
  parent_bsuid: "x-whatsapp-parent-bsuid",
  lid: "x-whatsapp-lid",
  username: "x-whatsapp-username",
} as const;

function fieldsOf(properties: readonly Property[]): ContactFields {
  const texts = (name: string) =>
    properties.filter((one) => one.name === name).map((one) => textOfValue(one.value));
  const fields: ContactFields = {};
  const phone = preferred(properties.filter(({ name }) => name === "tel"));
  if (phone !== undefined) fields.phone_number = phoneOf(phone);
  const [email] = texts("email").filter((text) => text !== "");
  if (email !== undefined) fields.email = email;
  const name = texts("fn").find((text) => text !== "") ?? nameOf(properties);
  if (name !== undefined && name !== "") fields.name = name;
  for (const [type, property] of Object.entries(CARD_PROPERTIES)) {
    const [id] = texts(property).filter((text) => text !== "");
    if (id !== undefined) fields[type as keyof typeof CARD_PROPERTIES] = id;
  }
  const tags = properties
    .filter((one) => one.name === "categories")
    .flatMap(({ value, more }) => [value, ...more].map(String));
  if (tags.length > 0) fields.tags = tags;
  const custom = Object.entries(CUSTOM).flatMap(([property, key]) =>
    texts(property)
      .slice(0, 1)
      .map((text) => [key, text]),
  );
  if (custom.length > 0) fields.custom_fields = Object.fromEntries(custom);
  return fields;
}

/** WhatsApp's own number, then the preferred, then a mobile one, then the first. */
function preferred(phones: readonly Property[]): Property | undefined {
  const types = ({ parameters }: Property) =>
    [parameters.get("type")].flat().map((type) => String(type).toLowerCase());
  return (
    phones.find(({ parameters }) => parameters.has("waid")) ??
    phones.find((phone) => phone.parameters.has("pref") || types(phone).includes("pref")) ??
    phones.find((phone) => types(phone).includes("cell")) ??
    phones[0]
  );
}

function phoneOf({ parameters, value }: Property): string {
  const waId = parameters.get("waid");
  return typeof waId === "string" ? `+${waId}` : textOfValue(value).replace(/^tel:/i, "");
}

/** Family name; given name; … (RFC 6350, section 6.2.2), in the order they are spoken. */
function nameOf(properties: readonly Property[]): string | undefined {
  const value = properties.find(({ name }) => name === "n")?.value;
  if (!Array.isArray(value)) return undefined;
  const [family = "", given = ""] = value.map(String);
  return [given, family].filter((part) => part !== "").join(" ");
}

function textOfValue(value: unknown): string {
  return (
    Array.isArray(value)
      ? value
          .flat()
          .map(String)
          .filter((part) => part !== "")
          .join(", ")
      : String(value)
  ).trim();
}
