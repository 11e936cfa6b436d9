import type { Input } from "../../lib/command.ts";
import type { Identifier } from "../../lib/contact-types.ts";
import { usageFailure } from "../../lib/failure.ts";
import { submit } from "../../lib/submit.ts";
import type { lookupShape } from "./definitions.ts";
import { contactDetails } from "./view.ts";

/** Resolves the contact that identifiers are of. */
export async function run({ cli, options }: Input<typeof lookupShape>): Promise<void> {
  const identifiers = identifiersOf(options);
  if (identifiers.length === 0)
    throw usageFailure("nothing to look up", "See: waypost contacts lookup --help");
  const contact = await submit(cli, "POST /v1/contacts/lookup", { body: { identifiers } });
  if (contact !== undefined) await cli.output.record(contact, contactDetails);
}

function identifiersOf(options: Input<typeof lookupShape>["options"]): Identifier[] {
  const { id, phone, whatsapp, "wa-id": waId, email, "external-id": externalId, source } = options;
  if ((externalId === undefined) !== (source === undefined))
    throw usageFailure("--external-id and --source are given together");
  const given: [type: string, value: string | undefined][] = [
    ["contact_id", id],
    ["phone", phone],
    ["whatsapp", whatsapp],
    ["wa_id", waId],
    ["email", email],
  ];
  return [
    ...given.flatMap(([type, value]) => (value === undefined ? [] : [{ type, value }])),
    ...(externalId === undefined || source === undefined
      ? []
      : [{ type: "external_id", value: externalId, source }]),
  ];
}
