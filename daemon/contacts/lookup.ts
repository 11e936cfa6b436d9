import type { Queryable } from "../../db/connection/client.ts";
import { type ContactRow, contactsWith, findContact, type IdentityKey } from "../../db/contacts/contacts.ts";
import { notFound } from "../http/found.ts";
import { problem } from "../http/problem.ts";
import { isPostgresText } from "../lib/postgres-text.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { storedDigits } from "../phone-numbers/stored.ts";
import { countryOf } from "./find.ts";
import { refused } from "./refused.ts";
import { lidOf, usernameOf } from "./user-ids.ts";

export const LookupBody = Type.Object(
  {
    identifiers: Type.Array(
      Type.Object({
        type: Type.Union(
          [
            "contact_id",
            "phone",
            "whatsapp",
            "wa_id",
            "bsuid",
            "parent_bsuid",
            "lid",
            "username",
            "email",
            "external_id",
          ].map((type) => Type.Literal(type)),
        ),
        value: Type.String({ minLength: 1, maxLength: 512 }),
        source: Type.Optional(
          Type.String({ maxLength: 64, description: "Required with `external_id`: the external system" }),
        ),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  },
  {
    examples: [
      {
        identifiers: [
          { type: "phone", value: "+14155550123" },
          { type: "external_id", value: "4711", source: "shop" },
        ],
      },
    ],
  },
);

type Identifier = Static<typeof LookupBody>["identifiers"][number];

/**
 * The one contact that identifiers resolve to; identifiers that match nobody are ignored.
 * Throws 404 `not_found` when none matches, 409 `conflict` when they resolve to different
 * contacts.
 */
export async function lookUp(
  sql: Queryable,
  organizationId: string,
  identifiers: readonly Identifier[],
): Promise<ContactRow> {
  identifiers.forEach(checkIdentifier);
  const country = await countryOf(sql, organizationId);
  const given = identifiers.filter(
    ({ value, source }) => isPostgresText(value) && isPostgresText(source ?? ""),
  );
  const named = await Promise.all(
    given
      .filter(({ type }) => type === "contact_id")
      .map(({ value }) => findContact(sql, organizationId, value)),
  );
  const known = await contactsWith(
    sql,
    organizationId,
    given.flatMap((identifier) => identitiesOf(identifier, country)),
  );
  const [id, other] = new Set([...named.flatMap((row) => row?.id ?? []), ...known]);
  if (other !== undefined)
    throw problem(409, "conflict", "contact identifiers resolve to different contacts");
  const row = id === undefined ? null : await findContact(sql, organizationId, id);
  if (row === null) throw notFound("contact");
  return row;
}

function checkIdentifier({ type, source }: Identifier, index: number): void {
  if (type === "external_id" && !source)
    throw refused(`/identifiers/${index}/source`, "required with external_id");
}

/** The identities that an identifier may stand for. */
function identitiesOf({ type, value, source }: Identifier, country: string | null): IdentityKey[] {
  switch (type) {
    case "phone":
      return storedDigits(value, country).map((digits) => ({ type, value: digits }));
    case "email":
      return [{ type: "email", value: value.trim() }];
    case "external_id":
      return [{ type: "external", source: source ?? "", value }];
    case "wa_id":
      return numbers(storedDigits(value, null));
    case "bsuid":
    case "parent_bsuid":
      return [{ type, value: value.trim() }];
    case "lid":
      return [{ type, value: lidOf(value) }];
    case "username":
      return [{ type, value: usernameOf(value) }];
    case "whatsapp":
      return whatsapp(value.trim(), country);
    default:
      return [];
  }
}

/**
 * Any WhatsApp address: a number, a wa_id, `<digits>@c.us`,
 * `<digits>:<device>@s.whatsapp.net`, `<digits>@lid`, a user id, a user name.
 */
function whatsapp(value: string, country: string | null): IdentityKey[] {
  const [user = "", server] = value.startsWith("@") ? [value] : value.split("@");
  const digits = storedDigits(user.split(":")[0] ?? "", null);
  if (server === "lid") return digits.map((id) => ({ type: "lid", value: id }));
  if (server !== undefined) return numbers(digits);
  return [
    ...numbers(storedDigits(value, country)),
    ...["lid", "bsuid", "parent_bsuid"].map((type) => ({ type, value })),
    { type: "username", value: usernameOf(value) },
  ];
}

/** WhatsApp's id of a person is usually their number. */
function numbers(values: readonly string[]): IdentityKey[] {
  return values.flatMap((value) => ["phone", "wa_id"].map((type) => ({ type, value })));
}
