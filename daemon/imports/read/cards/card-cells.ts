import { composedHeading, PHONE_RANKS } from "../headings/composed-heading.ts";
import { wordsOf } from "../headings/heading-words.ts";
import type { NamedCell } from "../row.ts";
import { type Property, textOfValue } from "./property.ts";

const WITHIN_APPLE = /^_\$!<(.*)>!\$_$/;
/** Numbers of what nobody reads messages on. */
const NO_PHONES = ["fax", "pager", "bbs", "modem", "telex"];

/** The phone numbers of a card, the likeliest to be on WhatsApp first: as WhatsApp says, mobile, then others. */
export function phoneCells(properties: readonly Property[]): NamedCell[] {
  const phones = properties.filter((one) => one.name === "tel" && isPhone(one));
  return sorted(phones, (phone) => rankOfPhone(phone, properties)).map((phone) => ({
    header: headerOf("Phone", phone, properties),
    text: numberOf(phone),
  }));
}

/** The e-mail addresses of a card, the preferred one first. */
export function emailCells(properties: readonly Property[]): NamedCell[] {
  const emails = properties.filter(({ name }) => name === "email");
  return sorted(emails, () => 0).map((email) => ({
    header: headerOf("Email", email, properties),
    text: textOfValue(email.value),
  }));
}

/** Whether somebody can be written to there; a fax is no phone. */
export function isPhone(property: Property): boolean {
  return !typesOf(property).some((type) => NO_PHONES.includes(type));
}

/** The name of a property as a custom field: with its label, or its types. */
export function headerOf(name: string, property: Property, properties: readonly Property[]): string {
  const label = labelOf(property, properties);
  const types = typesOf(property).filter((type) => !["pref", "voice", "text", "internet"].includes(type));
  const words = label === "" ? types.join(", ") : label;
  return words === "" ? name : `${name} (${words})`;
}

function sorted(properties: readonly Property[], rankOf: (one: Property) => number): Property[] {
  return properties
    .filter(({ value }) => textOfValue(value) !== "")
    .toSorted((one, other) => rankOf(one) - rankOf(other) || preferenceOf(one) - preferenceOf(other));
}

function rankOfPhone(phone: Property, properties: readonly Property[]): number {
  const types = typesOf(phone);
  if (phone.parameters.has("waid") || types.some((type) => type.includes("whatsapp")))
    return PHONE_RANKS.whatsapp;
  const said = composedHeading(wordsOf(labelOf(phone, properties)))?.rank ?? PHONE_RANKS.phone;
  const isMobile = types.some((type) => ["cell", "mobile", "iphone", "pcs"].includes(type));
  return Math.min(said, isMobile ? PHONE_RANKS.mobile : PHONE_RANKS.phone);
}

/** 1 is the first (RFC 6350, section 5.3); versions before 4.0 have one that is preferred. */
function preferenceOf(property: Property): number {
  const preference = Number(property.parameters.get("pref"));
  if (Number.isInteger(preference) && preference > 0) return preference;
  return property.parameters.has("pref") || typesOf(property).includes("pref") ? 1 : 101;
}

function typesOf({ parameters }: Property): string[] {
  return [parameters.get("type") ?? []]
    .flat()
    .flatMap((type) => String(type).toLowerCase().split(","))
    .map((type) => type.trim());
}

/** The label of a property, which is another property of its group: `item1.X-ABLabel:WhatsApp`. */
function labelOf({ parameters }: Property, properties: readonly Property[]): string {
  const group = parameters.get("group");
  if (group === undefined) return "";
  const label = properties.find((one) => one.name === "x-ablabel" && one.parameters.get("group") === group);
  const text = label === undefined ? "" : textOfValue(label.value);
  return WITHIN_APPLE.exec(text)?.[1] ?? text;
}

function numberOf({ parameters, value }: Property): string {
  const waId = parameters.get("waid");
  return typeof waId === "string" ? `+${waId}` : textOfValue(value);
}
