import { LONGEST_KEY } from "../../contacts/fields.ts";
import { problem } from "../../http/problem.ts";

/** The target of a column: a field of a contact, a part of its name, or a custom field. */
const FIELDS = [
  "phone_number",
  "name",
  "first_name",
  "last_name",
  "email",
  "external_source",
  "external_id",
  "tags",
  "custom_fields",
] as const;

export type Field = (typeof FIELDS)[number];

/**
 * A column of the file: its heading and the target of its cells (null: none). `custom_fields`
 * holds all custom fields, as JSON.
 */
export type Column = { header: string; target: Field | `custom_fields.${string}` | null };

const CUSTOM = "custom_fields.";
const IGNORED = "ignore";
/** Columns that exports write and imports ignore. */
const OURS = ["contact_id", "created_at", "updated_at"];
const MOST_COLUMNS = 500;

/** Headings as people and other programs write them, in lower case, without punctuation and spaces. */
const SYNONYMS: Record<string, Field> = {
  ...named("phone_number", "phone phonenumber mobile mobilephone mobilenumber cell cellphone tel telephone"),
  ...named(
    "phone_number",
    "telefon telefonnummer handy handynummer telefono celular whatsapp whatsappnumber",
  ),
  ...named("phone_number", "waid e164 phone1value"),
  ...named("name", "name fullname displayname contactname formattedname nombre"),
  ...named("first_name", "firstname givenname vorname"),
  ...named("last_name", "lastname familyname surname nachname"),
  ...named("email", "email emailaddress mail emailadresse email1value"),
  ...named("external_source", "externalsource"),
  ...named("external_id", "externalid"),
  ...named("tags", "tags labels"),
  ...named("custom_fields", "customfields"),
};

/**
 * Assigns each column of a file a target: as `mapping` says (heading to field,
 * `custom_fields.<key>` or `ignore`), else by its heading; an unknown heading becomes a custom
 * field. Throws 422 when no column is left to identify a contact by.
 */
export function mapColumns(headers: readonly string[], mapping: Record<string, string>): Column[] {
  if (headers.length > MOST_COLUMNS)
    throw wrong(`the file has ${headers.length} columns; ${MOST_COLUMNS} are the most`);
  const names = headers.map((header) => header.trim());
  const absent = Object.keys(mapping).find((name) => !names.includes(name));
  if (absent !== undefined) throw wrong(`the file has no column '${absent}'; it has: ${listed(names)}`);
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(`two columns are called '${twice}'`);
  const wanted = names.map((header) => ({ header, target: chosen(header, mapping) }));
  const columns = wanted.map((column, index) => fallback(column, wanted.slice(0, index), wanted));
  if (!identifies(columns)) throw wrong(nothingToFindBy(names));
  return columns;
}

function named(field: Field, names: string): Record<string, Field> {
  return Object.fromEntries(names.split(" ").map((name) => [name, field]));
}

type Wanted = { header: string; target: Column["target"] | undefined };

/** The target that the mapping gives a column; undefined when it gives none. */
function chosen(header: string, mapping: Record<string, string>): Column["target"] | undefined {
  if (!Object.hasOwn(mapping, header)) return undefined;
  const target = mapping[header] ?? "";
  if (target === IGNORED) return null;
  if (isField(target) || isCustom(target)) return target;
  throw wrong(`'${target}' is no field; there are ${FIELDS.join(", ")}, ${CUSTOM}<key> and ${IGNORED}`);
}

/** The target by a column's heading, unless another column has that field already. */
function fallback({ header, target }: Wanted, before: Wanted[], all: Wanted[]): Column {
  if (target !== undefined || header === "" || OURS.includes(header))
    return { header, target: target ?? null };
  if (isCustom(header)) return { header, target: header };
  const known = synonym(header);
  const taken =
    before.some((other) => other.target === undefined && synonym(other.header) === known) ||
    all.some((other) => other.target === known);
  if (known !== undefined && !taken) return { header, target: known };
  if (header.length > LONGEST_KEY || header === "__proto__")
    throw wrong(`a column can't be a custom field of this name; map it: '${header.slice(0, 80)}'`);
  return { header, target: `${CUSTOM}${header}` };
}

function synonym(header: string): Field | undefined {
  const plain = header.toLowerCase().replace(/[^a-z0-9]/g, "");
  return Object.hasOwn(SYNONYMS, plain) ? SYNONYMS[plain] : undefined;
}

function identifies(columns: readonly Column[]): boolean {
  const has = (field: Field) => columns.some(({ target }) => target === field);
  return has("phone_number") || has("email") || has("external_id");
}

function nothingToFindBy(names: readonly string[]): string {
  return `none of the columns is a phone number, an email address or an external id; the file has: ${listed(names)}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => `'${name.slice(0, 40)}'`);
  return shown.join(", ") + (names.length > shown.length ? ", …" : "");
}

function isField(target: string): target is Field {
  return FIELDS.some((field) => field === target);
}

function isCustom(target: string): target is `custom_fields.${string}` {
  const key = target.startsWith(CUSTOM) ? target.slice(CUSTOM.length) : "";
  return key !== "" && key.length <= LONGEST_KEY && key !== "__proto__";
}

function wrong(detail: string) {
  return problem(422, "invalid_file", detail);
}
