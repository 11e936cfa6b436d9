import { LONGEST_KEY } from "../../../contacts/fields.ts";
import { isNothing } from "../../../contacts/no-name.ts";
import { beginningOf } from "../../../lib/characters.ts";
import { combinedName } from "../../values/names.ts";
import { parseCustomFields } from "../cells.ts";
import type { Piece } from "../piece.ts";
import { type ContactFields, Refused, type Row, refused, textOf } from "../row.ts";
import { emailCells, headerOf, isPhone, phoneCells } from "./card-cells.ts";
import { type Property, propertiesOf, textOfValue } from "./property.ts";

/** Reads vCards 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). */
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

/** Names of a card's custom fields; other properties keep their own name. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ org: "organization", bday: "birthday", adr: "address", tel: "Fax", impp: "chat" },
};

/** WhatsApp's own ids of a person, and what they said of messages, in properties of our own: vCards have none for them. */
export const CARD_PROPERTIES = {
  bsuid: "x-whatsapp-bsuid",
  parent_bsuid: "x-whatsapp-parent-bsuid",
  lid: "x-whatsapp-lid",
  username: "x-whatsapp-username",
  consent: "x-waypost-consent",
  consent_at: "x-waypost-consent-at",
  consent_source: "x-waypost-consent-source",
  consent_proof: "x-waypost-consent-proof",
  suppression: "x-waypost-suppression",
  suppression_at: "x-waypost-suppression-at",
  suppression_proof: "x-waypost-suppression-proof",
} as const;

/** All custom fields of a contact, as JSON, in a property of our own. */
export const CUSTOM_FIELDS_PROPERTY = "x-waypost-custom-fields";

/** Properties that say nothing of the person, or are read as fields. */
const NOT_KEPT: readonly string[] = [
  ...[
    "version",
    "prodid",
    "uid",
    "rev",
    "n",
    "fn",
    "email",
    "categories",
    "x-ablabel",
    "x-abuid",
    "x-abadr",
    "kind",
  ],
  ...["clientpidmap", "source", "sort-string", "class", "mailer", "x-abshowas", "label"],
  ...[CUSTOM_FIELDS_PROPERTY, ...Object.values(CARD_PROPERTIES)],
];

function fieldsOf(properties: readonly Property[]): ContactFields {
  const fields: ContactFields = {};
  const [phones, emails] = [phoneCells(properties), emailCells(properties)];
  if (phones.length > 0) fields.phone_cells = phones;
  if (emails.length > 0) fields.email_cells = emails;
  const name = nameOf(properties);
  if (name !== "") fields.name = name;
  for (const [type, property] of Object.entries(CARD_PROPERTIES)) {
    const id = firstText(property, properties);
    if (id !== "") fields[type as keyof typeof CARD_PROPERTIES] = id;
  }
  const tags = properties
    .filter((one) => one.name === "categories")
    .flatMap(({ value, more }) => [value, ...more].map(String));
  if (tags.length > 0) fields.tags = tags;
  const exported = properties.find((one) => one.name === CUSTOM_FIELDS_PROPERTY)?.value;
  const custom = {
    ...customOf(properties),
    ...(typeof exported === "string" ? parseCustomFields(exported) : {}),
  };
  if (Object.keys(custom).length > 0) fields.custom_fields = custom;
  return fields;
}

/** The other properties of a card, under their names; the second of a name has a number. */
function customOf(properties: readonly Property[]): Record<string, string> {
  const custom: Record<string, string> = {};
  for (const property of properties) {
    const { name, value, more } = property;
    const text = textOfValue([value, ...more]);
    if (NOT_KEPT.includes(name) || text === "" || (name === "tel" && isPhone(property))) continue;
    const header = beginningOf(headerOf(NAMES[name] ?? name, property, properties), LONGEST_KEY - 3);
    let key = header;
    for (let number = 2; Object.hasOwn(custom, key); number++) key = `${header} ${number}`;
    custom[key] = text;
  }
  return custom;
}

/** The name as it is written, else of its parts, else that of the company. */
function nameOf(properties: readonly Property[]): string {
  const parts = properties.find(({ name }) => name === "n")?.value;
  const [last_name = "", first_name = ""] = Array.isArray(parts) ? parts.map(String) : [];
  const names = [
    firstText("fn", properties),
    combinedName({ first_name, last_name }),
    firstText("org", properties),
    firstText("nickname", properties),
  ];
  return names.find((name) => name !== "" && !isNothing(name)) ?? "";
}

function firstText(name: string, properties: readonly Property[]): string {
  const texts = properties.filter((one) => one.name === name).map(({ value }) => textOfValue(value));
  return texts.find((text) => text !== "") ?? "";
}
