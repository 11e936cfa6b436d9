import type { ContactInput } from "../../db/contacts/contacts.ts";
import { LIMITS } from "../../db/functions/limits.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { readNumber } from "../phone-numbers/read.ts";
import { onlyNumber } from "../phone-numbers/refusal.ts";
import { refused } from "./refused.ts";
import { USER_IDS, userIdsOf } from "./user-ids.ts";

/** The longest key of a custom field, in characters. */
export const LONGEST_KEY = 64;
const { most_custom_fields: MOST_FIELDS, most_contact_bytes: MOST_BYTES, most_tags: MOST_TAGS } = LIMITS;
/** The limits of both for a contact, in words. */
export const MOST_OF_A_CONTACT = `${MOST_FIELDS} custom fields, ${MOST_BYTES / 1024} KiB of them or ${MOST_TAGS} tags`;
/** Only a mail server could check more. */
const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

const TagName = Type.String({ minLength: 1, maxLength: 64 });

/** The fields of a contact that a request sets: absent leaves a field as it is, null empties it. */
export const ContactBody = Type.Object(
  {
    phone_number: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 250,
          description: "In any notation; without a country code, the organisation's country applies",
        }),
      ),
    ),
    name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 500 }))),
    email: Type.Optional(Nullable(Type.String({ maxLength: 320 }))),
    external_source: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 64, description: "Which system `external_id` is of" })),
    ),
    external_id: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 256 }))),
    ...USER_IDS,
    // checked to be an object below: the framework would turn an array into one
    custom_fields: Type.Optional(Type.Unknown()),
    tags: Type.Optional(
      Type.Array(TagName, {
        maxItems: MOST_TAGS,
        description: `Added to the existing tags; at most ${MOST_TAGS} in all`,
      }),
    ),
  },
  {
    examples: [
      {
        phone_number: "+1 (415) 555-0123",
        name: "Ada Byron",
        email: "ada@example.com",
        external_source: "shop",
        external_id: "4711",
        custom_fields: { birthday: "12-10" },
      },
    ],
  },
);

/** The same in the OpenAPI document. */
export const DocumentedContactBody = Type.Object(
  {
    ...ContactBody.properties,
    custom_fields: Type.Optional(
      Nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description: `Merged by key; null removes a key. At most ${MOST_FIELDS} keys and ${MOST_BYTES / 1024} KiB in all`,
        }),
      ),
    ),
  },
  { examples: ContactBody.examples as unknown[] },
);

type ContactFields = Static<typeof ContactBody>;

/**
 * A contact's fields as the database takes them. Throws 422 for an invalid number, address or
 * text; `country` is the country of national numbers.
 */
export function contactInput(body: ContactFields, country: string | null): ContactInput {
  const { phone_number, name, email, tags } = body;
  const input: ContactInput = {
    ...(phone_number ? { phone_number: phoneOf(phone_number, country) } : {}),
    ...(name ? { name: clean("/name", name) } : {}),
    ...(email ? { email: emailOf(email) } : {}),
    ...externalOf(body),
    ...userIdsOf(body),
    ...(body.custom_fields === undefined || body.custom_fields === null
      ? {}
      : { custom_fields: fieldsOf(body.custom_fields) }),
    ...(tags === undefined ? {} : { tags: tags.map((tag, index) => cleanTag(`/tags/${index}`, tag)) }),
  };
  const cleared = ["phone_number", "name", "email", "custom_fields"].filter((field) => isNull(body, field));
  if (isNull(body, "external_id") || isNull(body, "external_source")) cleared.push("external_id");
  if (phone_number === "" || email === "")
    throw refused(phone_number === "" ? "/phone_number" : "/email", "empty");
  return { ...input, cleared };
}

/** The text, if the database can store it. Throws 422 otherwise. */
export function clean(path: string, text: string): string {
  if (text.includes("\u0000")) throw refused(path, "can't have a NUL character");
  if (!text.isWellFormed()) throw refused(path, "is not well-formed Unicode: half of a surrogate pair");
  return text;
}

/** A tag as it is stored. Throws 422 for one that could not be removed: in an address, clients take it for a folder. */
function cleanTag(path: string, tag: string): string {
  if (tag === "." || tag === "..") throw refused(path, `can't be ${tag}`);
  return clean(path, tag);
}

/** The body of a change of tags; something has at most `most`. */
export function tagsBody(most: number, examples: [added: string, removed: string]) {
  const [name, removed] = examples;
  return Type.Object(
    {
      name: Type.Optional(TagName),
      names: Type.Optional(Type.Array(TagName, { minItems: 1, maxItems: most })),
      remove: Type.Optional(
        Type.Array(TagName, {
          ...{ minItems: 1, maxItems: most },
          description: "Tags to take away in the same change; a missing one is a 404, and nothing is changed",
        }),
      ),
    },
    { examples: [{ name }, { names: [name], remove: [removed] }] },
  );
}

/** The tags that a request adds, by `name` or `names`, and those that it removes. Throws 422 when there are none. */
export function tagsGiven({ name, names, remove }: Static<ReturnType<typeof tagsBody>>) {
  const added = [...(name === undefined ? [] : [name]), ...(names ?? [])];
  if (added.length === 0 && remove === undefined) throw refused("/name", "name, names or remove is required");
  return {
    added: added.map((tag) => cleanTag("/name", tag)),
    removed: (remove ?? []).map((tag) => clean("/remove", tag)),
  };
}

/** Whether it says who the contact is. A user name alone does not: it may become somebody else's. */
export function isIdentified({
  phone_number,
  email,
  external_id,
  bsuid,
  parent_bsuid,
  lid,
}: ContactInput): boolean {
  return Boolean(phone_number ?? email ?? external_id ?? bsuid ?? parent_bsuid ?? lid);
}

function isNull(body: ContactFields, field: string): boolean {
  return Object.entries(body).some(([name, value]) => name === field && value === null);
}

function phoneOf(given: string, country: string | null): string {
  const read = onlyNumber(readNumber(given, country), given, country);
  if ("number" in read) return read.number;
  throw refused("/phone_number", read.refusal);
}

function emailOf(given: string): string {
  const address = clean("/email", given.trim());
  if (isEmailAddress(address)) return address;
  throw refused("/email", "is not an email address");
}

/** Whether a text is one address with nothing around it. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text);
}

/** Requires both halves or neither. */
function externalOf({ external_source, external_id }: ContactFields): ContactInput {
  if (!external_source && !external_id) return {};
  if (external_source === null || external_id === null)
    throw refused("/external_id", "external_source and external_id have to be cleared together");
  if (!external_source) throw refused("/external_source", "required with external_id");
  if (!external_id) throw refused("/external_id", "required with external_source");
  return {
    external_source: clean("/external_source", external_source),
    external_id: clean("/external_id", external_id),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refused("/custom_fields", "expected an object");
  const given = { ...value };
  const keys = Object.keys(given);
  if (keys.length > MOST_FIELDS) throw refused("/custom_fields", `has more than ${MOST_FIELDS} keys`);
  if (keys.some((key) => key.length === 0 || key.length > LONGEST_KEY))
    throw refused("/custom_fields", `keys have 1 to ${LONGEST_KEY} characters`);
  const text = JSON.stringify(given);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw refused("/custom_fields", `has more than ${MOST_BYTES} bytes`);
  if (!isPostgresText(given))
    throw refused("/custom_fields", "can't have a NUL character or half of a surrogate pair");
  return given;
}
