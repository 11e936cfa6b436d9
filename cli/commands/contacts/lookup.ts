import { submit } from "../../lib/actions/submit.ts";
import type { Identifier } from "../../lib/api/types/contacts.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
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
