import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { ContactInput } from "../../../db/contacts/contacts.ts";
import { ContactBody, contactInput, isIdentified } from "../../contacts/fields.ts";
import { isNothing } from "../../contacts/no-name.ts";
import { Problem } from "../../http/problem.ts";
import type { ContactFields, Refusal } from "../read/row.ts";
import { Refused, refused } from "../read/row.ts";
import { takeAddresses } from "../values/addresses.ts";
import type { Doubtful } from "../values/cell-values.ts";
import { type Permissions, readPermissions } from "../values/permissions.ts";

const schema = TypeCompiler.Compile(ContactBody);

/** A contact with what it said of messages on WhatsApp. */
export type ImportedContact = ContactInput & Permissions;

/**
 * A record's contact as it is stored, what was wrong with the values that were left out of it, and the numbers that could
 * be of another country.
 */
export type Checked = { contact: ImportedContact; faults: Refusal[]; doubtful: Doubtful[] };

/**
 * Checks a contact of a file by the rules of `POST /v1/contacts` and returns its fields as
 * they are stored; empty fields are left out. A value that is wrong is left out too if the
 * contact can be found without it. `country` is the file's; a record may name its own. Throws `Refused` when it can't; its code names the field:
 * `invalid_phone_number`, `invalid_email`, ….
 */
export function checkContact(given: ContactFields, country: string | null): Checked {
  const { fields, faults, doubtful } = takeAddresses(filled(given), country);
  const said = readPermissions(fields, country);
  faults.push(...said.faults);
  let body = fields;
  while (true) {
    const checked = tryFields(body, country);
    if (!(checked instanceof Refused))
      return identified({ ...checked, ...said.permissions }, faults, doubtful);
    faults.push(checked.refusal);
    body = without(body, checked.refusal);
  }
}

/** The fields that are filled in: a file has no other way to leave one out. */
function filled(fields: ContactFields): ContactFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== "" && value !== undefined && !isNoName(name, value)),
  );
}

function isNoName(field: unknown, value: unknown): boolean {
  return field === "name" && typeof value === "string" && isNothing(value);
}

function tryFields(body: ContactFields, country: string | null): ContactInput | Refused {
  const [wrong] = schema.Check(body) ? [] : schema.Errors(body);
  if (wrong !== undefined) return invalid(wrong.path, wrong.message);
  try {
    return contactInput(body, country);
  } catch (cause) {
    const [error] = cause instanceof Problem ? (cause.extras.errors ?? []) : [];
    if (error === undefined) throw cause;
    return invalid(error.path, error.message);
  }
}

function identified(contact: ImportedContact, faults: Refusal[], doubtful: Doubtful[]): Checked {
  if (isIdentified(contact)) return { contact, faults, doubtful };
  const [fault] = faults;
  if (fault !== undefined) throw refused(fault.code, detailOf(faults));
  throw refused(
    "missing_identifier",
    "the record has no phone number, no email address, no external id and no user id",
  );
}

/** The mistakes of a record, in one sentence. */
export function detailOf(faults: readonly Refusal[]): string {
  return faults.map(({ detail }) => detail).join("; ");
}

/** The fields without the one that is wrong; an external id and its source are one. */
function without(fields: ContactFields, { code }: Refusal): ContactFields {
  const field = code.slice(INVALID.length);
  const gone = field.startsWith("external_") ? ["external_source", "external_id"] : [field];
  const left = Object.entries(fields).filter(([name]) => !gone.includes(name));
  if (left.length === Object.keys(fields).length) throw refused(code, `the record has an invalid ${field}`);
  return Object.fromEntries(left);
}

const INVALID = "invalid_";

/** The refusal of a field, by its path in the contact. */
function invalid(path: string, message: string): Refused {
  const [, field = "contact"] = path.split("/");
  const detail = `${field}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return refused(`${INVALID}${field}`, detail);
}
