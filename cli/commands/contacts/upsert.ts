import type { Input } from "../../lib/command.ts";
import type { ContactFields } from "../../lib/contact-types.ts";
import { usageFailure } from "../../lib/failure.ts";
import { submit } from "../../lib/submit.ts";
import { parsePair } from "../send/pairs.ts";
import type { upsertShape } from "./definitions.ts";
import { contactDetails } from "./view.ts";

/** Creates a contact, or changes the one that its identifiers find. */
export async function run({ cli, options }: Input<typeof upsertShape>): Promise<void> {
  const body = fieldsOf(options);
  if (!body.phone_number && !body.email && !body.external_id)
    throw usageFailure("say who it is", "Give --phone, --email, or --source and --external-id.");
  const contact = await submit(cli, "POST /v1/contacts", { body });
  if (contact !== undefined) await cli.output.record(contact, contactDetails);
}

function fieldsOf(options: Input<typeof upsertShape>["options"]): ContactFields {
  const { phone, name, email, source, "external-id": id, field, tag, clear } = options;
  return {
    ...Object.fromEntries(clear.map((cleared) => [cleared, null])),
    ...(phone === undefined ? {} : { phone_number: phone }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(source === undefined ? {} : { external_source: source }),
    ...(id === undefined ? {} : { external_id: id }),
    ...(field.length === 0 ? {} : { custom_fields: Object.fromEntries(field.map(parseField)) }),
    ...(tag.length === 0 ? {} : { tags: tag }),
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
