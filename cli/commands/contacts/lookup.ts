import { change } from "../../lib/actions/change.ts";
import type { Identifier } from "../../lib/api/types/contacts.ts";
import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { contactDetails } from "./columns.ts";

const options = {
  id: { value: "id", of: "contacts", description: "By its id" },
  phone: { value: "number", description: "By a phone number" },
  whatsapp: {
    value: "address",
    description: "By any WhatsApp address: a number, a user id, a user name, a LID",
  },
  "wa-id": { value: "digits", description: "By WhatsApp's id" },
  email: { value: "address", description: "By an email address" },
  "external-id": { value: "id", description: "By the id in the system of --source" },
  source: { value: "system", description: "External system of --external-id" },
} as const;

type Options = OptionValues<typeof options>;

export const lookUpContact = command({
  path: "contacts lookup",
  summary: "Resolve a contact by identifiers",
  description:
    "Find the one contact that identifiers belong to. Fails if they match nobody, or different contacts.",
  output: "The contact's record.",
  options,
  writes: true,
  examples: [
    {
      description: "By a WhatsApp address",
      command: "waypost contacts lookup --whatsapp 14155550123@c.us",
    },
    {
      description: "Are they the same?",
      command: "waypost contacts lookup --email ada@example.com --source shop --external-id 4711",
    },
  ],
  async run({ cli, options }) {
    const identifiers = identifiersOf(options);
    if (identifiers.length === 0)
      throw usageFailure("nothing to look up", "See: waypost contacts lookup --help");
    await change(cli, "POST /v1/contacts/lookup", { body: { identifiers } }, contactDetails);
  },
});

function identifiersOf(options: Options): Identifier[] {
  const { id, phone, whatsapp, "wa-id": waId, email, "external-id": externalId, source } = options;
  if ((externalId === undefined) !== (source === undefined))
    throw usageFailure("--external-id and --source have to be given together");
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
