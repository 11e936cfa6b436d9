import { LONGEST_KEY } from "../../contacts/fields.ts";

/** What a contact said of messages on WhatsApp. */
export const PERMISSION_FIELDS = [
  "consent",
  "consent_at",
  "consent_source",
  "consent_proof",
  "suppression",
  "suppression_at",
  "suppression_proof",
] as const;

/** The fields of a file's columns: of a contact, a part of its name, or a consent. */
export const FIELDS = [
  "phone_number",
  "name",
  "first_name",
  "last_name",
  "email",
  "country",
  "area_code",
  "company",
  "external_source",
  "external_id",
  "bsuid",
  "parent_bsuid",
  "lid",
  "username",
  "tags",
  "custom_fields",
  ...PERMISSION_FIELDS,
] as const;

export type Field = (typeof FIELDS)[number];

/** A field, or a custom field. */
export type Target = Field | `custom_fields.${string}`;

export const CUSTOM = "custom_fields.";

/** The fields that a contact can be found by. */
export const IDENTIFYING: readonly Target[] = [
  ...(["phone_number", "email", "external_id", "bsuid", "parent_bsuid", "lid"] as const),
];

const OTHERS: readonly (Target | null)[] = [null, "tags", "custom_fields", ...PERMISSION_FIELDS];

/** Whether a column says who somebody is, so that a sign for nothing in it is no value: "-" as a consent is a "no". */
export function saysWho(target: Target | null): boolean {
  return !OTHERS.includes(target) && !target?.startsWith(CUSTOM);
}

/** Whether a text names a field, or a custom field by a key that it can have. */
export function isTarget(text: string): text is Target {
  return FIELDS.some((field) => field === text) || isCustom(text);
}

/** Whether a text names a custom field: `custom_fields.<key>`. */
export function isCustom(text: string): text is `custom_fields.${string}` {
  const key = text.startsWith(CUSTOM) ? text.slice(CUSTOM.length) : "";
  return key !== "" && isKey(key);
}

/** Whether a custom field can have this key. */
export function isKey(key: string): boolean {
  return key.length <= LONGEST_KEY && key !== "__proto__";
}
