import type { ContactFields } from "../../lib/api/types/contacts.ts";
import type { Input } from "../../lib/command/command.ts";
import { parsePair } from "../../lib/values/pairs.ts";
import type { updateShape } from "./detail-definitions.ts";

/** What the options say of a contact, as the API takes it. */
export function contactFields(options: Input<typeof updateShape>["options"]): Omit<ContactFields, "tags"> {
  const { phone, name, email, source, "external-id": id, field, clear } = options;
  return {
    ...Object.fromEntries(clear.map((cleared) => [cleared, null])),
    ...(phone === undefined ? {} : { phone_number: phone }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(source === undefined ? {} : { external_source: source }),
    ...(id === undefined ? {} : { external_id: id }),
    ...(field.length === 0 ? {} : { custom_fields: Object.fromEntries(field.map(parseField)) }),
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
