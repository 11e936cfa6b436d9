import type { Queryable, Sql } from "../../db/connection/client.ts";
import type { IdentityKey } from "../../db/contacts/contacts.ts";
import { type ContactFilter, listContacts } from "../../db/contacts/lists.ts";
import { PagingQuery } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { storedDigits } from "../phone-numbers/stored.ts";
import { clean } from "./fields.ts";
import { countryOf } from "./find.ts";

const MOST_WORDS = 8;

/** The query parameters that narrow contacts down. */
export const FILTERS = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Words that must all occur in the name, user name, email address, number or external id; words of one or two characters match the beginning of a word. Ignores case and accents",
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 64 })),
  phone: Type.Optional(Type.String({ maxLength: 64, description: "A number in any notation" })),
  email: Type.Optional(Type.String({ maxLength: 320 })),
  external_source: Type.Optional(Type.String({ maxLength: 64 })),
  external_id: Type.Optional(Type.String({ maxLength: 256, description: "With `external_source`" })),
  updated_after: Type.Optional(
    Type.String({
      format: "date-time",
      description: "Changed after this time, oldest change first",
    }),
  ),
};

export const ListQuery = Type.Object({ ...PagingQuery, ...FILTERS });

type Query = Static<typeof ListQuery>;
type Filters = Omit<Query, "limit" | "cursor">;

/** Reads a page of an organisation's contacts. Throws 422 for an invalid filter or cursor. */
export async function readContacts(
  sql: Sql,
  organizationId: string,
  query: Query,
  after: string | null,
  most: number,
) {
  const filter = await contactFilter(sql, organizationId, query);
  // a cursor by time and one by id are not interchangeable
  if (after !== null && after.includes("|") !== (filter.updatedAfter !== undefined)) {
    throw problem(422, "invalid_cursor", "the cursor belongs to another list; start again without it", {
      errors: [{ path: "/cursor", message: "belongs to another list" }],
    });
  }
  return await listContacts(sql, organizationId, filter, after, most);
}

/** The filters in the query parameters. Throws 422 for an invalid one. */
export async function contactFilter(
  sql: Queryable,
  organizationId: string,
  query: Filters,
): Promise<ContactFilter> {
  for (const [name, value] of Object.entries(query)) if (typeof value === "string") clean(`/${name}`, value);
  const { q, tag, external_source, updated_after } = query;
  const words = q === undefined ? [] : wordsOf(q);
  return {
    ...(words.length === 0 ? {} : { words }),
    tag,
    identities: await identitiesOf(sql, organizationId, query),
    externalSource: external_source,
    updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
  };
}

/**
 * The words of a search. Formatting of numbers is dropped: `+1 (415) 555` is one word, `1415555`. So is the sign before
 * user names.
 */
export function wordsOf(q: string): string[] {
  const digits = q.replace("(0)", "").replace(/\D/g, "").replace(/^0+/, "");
  const number = /^\+?[\d\s()./-]{3,}$/.test(q.trim()) ? digits : "";
  const words = number === "" ? q.split(/\s+/).map((word) => word.replace(/^@(?=.)/, "")) : [number];
  return [...new Set(words.filter((word) => word !== ""))].slice(0, MOST_WORDS);
}

async function identitiesOf(
  sql: Queryable,
  organizationId: string,
  { phone, email, external_source, external_id }: Filters,
): Promise<IdentityKey[]> {
  const identities: IdentityKey[] = [];
  if (phone !== undefined) {
    // nobody has the empty number
    const [value = ""] = storedDigits(phone, await countryOf(sql, organizationId));
    identities.push({ type: "phone", value });
  }
  if (email !== undefined) identities.push({ type: "email", value: email.trim() });
  if (external_id !== undefined && external_source !== undefined)
    identities.push({ type: "external", source: external_source, value: external_id });
  else if (external_id !== undefined) {
    throw problem(422, "invalid_request", "/external_source: required with external_id", {
      errors: [{ path: "/external_source", message: "required with external_id" }],
    });
  }
  return identities;
}
