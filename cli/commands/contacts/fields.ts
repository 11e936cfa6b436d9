import type { ContactFields } from "../../lib/api/types/contacts.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { given } from "../../lib/values/given.ts";
import { parsePair } from "../../lib/values/pairs.ts";

/** The options that say something of a contact. */
export const contactFieldOptions = {
  phone: { value: "number", description: "Phone number, in any notation" },
  name: { value: "name", description: "Name of the contact" },
  email: { value: "address", description: "E-mail address" },
  source: { value: "system", description: "External system of --external-id" },
  "external-id": { value: "id", description: "Id in that system" },
  bsuid: { value: "id", description: "Meta's user id to add, such as US.13491208655302741918" },
  "parent-bsuid": { value: "id", description: "User id of linked portfolios to add" },
  lid: { value: "id", description: "Id on paired numbers to add, such as 81234567890123@lid" },
  username: { value: "name", description: "User name on WhatsApp to add" },
  field: { value: "name=value", repeat: true, description: "Custom field; JSON or text. May be repeated" },
} as const;

export const clearOption = {
  clear: {
    value: "field",
    repeat: true,
    choices: ["phone_number", "name", "email", "external_id", "custom_fields"],
    description: "Field to clear; may be repeated",
  },
} as const;

type FieldValues = OptionValues<typeof contactFieldOptions & typeof clearOption>;

/** The fields of a contact that the options give, as the API takes them. */
export function contactFields(options: FieldValues): Omit<ContactFields, "tags"> {
  const { phone, name, email, source, "external-id": id, field, clear } = options;
  return {
    ...Object.fromEntries(clear.map((cleared) => [cleared, null])),
    ...given({
      phone_number: phone,
      name,
      email,
      external_source: source,
      external_id: id,
      bsuid: options.bsuid,
      parent_bsuid: options["parent-bsuid"],
      lid: options.lid,
      username: options.username,
      custom_fields: field.length === 0 ? undefined : Object.fromEntries(field.map(parseField)),
    }),
  };
}

/** JSON where it is that (`41`, `true`, `null`, `[1,2]`), else text. */
function parseField(text: string): [name: string, value: unknown] {
  const [name, value] = parsePair("field", text);
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}
