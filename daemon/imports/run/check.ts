import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { ContactInput } from "../../../db/contacts/contacts.ts";
import { ContactBody, contactInput } from "../../contacts/fields.ts";
import { Problem } from "../../http/problem.ts";
import type { ContactFields } from "../read/row.ts";
import { refused } from "../read/row.ts";

const schema = TypeCompiler.Compile(ContactBody);

/**
 * Checks a contact of a file by the rules of `POST /v1/contacts` and returns its fields as
 * they are stored; empty fields are left out. Throws `Refused`, whose code names the field:
 * `invalid_phone_number`, `invalid_email`, ….
 */
export function checkContact(fields: ContactFields, country: string | null): ContactInput {
  const body = filled(fields);
  const [wrong] = schema.Check(body) ? [] : schema.Errors(body);
  if (wrong !== undefined) throw invalid(wrong.path, wrong.message);
  const input = inputOf(body, country);
  if (!input.phone_number && !input.email && !input.external_id)
    throw refused(
      "missing_identifier",
      "the record has no phone number, no email address and no external id",
    );
  return input;
}

/** The fields that are filled in: a file has no other way to leave one out. */
function filled(fields: ContactFields): ContactFields {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== "" && value !== undefined));
}

function inputOf(body: ContactFields, country: string | null): ContactInput {
  try {
    return contactInput(body, country);
  } catch (cause) {
    const [error] = cause instanceof Problem ? (cause.extras.errors ?? []) : [];
    throw error === undefined ? cause : invalid(error.path, error.message);
  }
}

/** The refusal of a field, by its path in the contact. */
function invalid(path: string, message: string) {
  const [, field = "contact"] = path.split("/");
  return refused(`invalid_${field}`, `${field}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`);
}
