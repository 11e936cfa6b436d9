import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { contactDetails } from "./columns.ts";
import { clearOption, contactFieldOptions, contactFields } from "./fields.ts";

export const upsertContact = command({
  path: "contacts upsert",
  summary: "Create a contact, or change an existing one",
  description:
    "Create a contact, or change the one with this external id, number, email address or user id. Fields you don't give stay.",
  output: "The contact's record.",
  options: {
    ...contactFieldOptions,
    tag: { value: "name", of: "tags", repeat: true, description: "Tag to add; may be repeated" },
    ...clearOption,
  },
  writes: true,
  examples: [
    {
      description: "By number",
      command: "waypost contacts upsert --phone '+1 415 555 0123' --name 'Zoë Byron' --tag vip",
    },
    {
      description: "By the id of a shop, with custom fields",
      command:
        "waypost contacts upsert --source shop --external-id 4711 --field city=Berlin --field 'sizes=[41,42]'",
    },
    {
      description: "Clear a field",
      command: "waypost contacts upsert --phone 14155550123 --clear email",
    },
  ],
  async run({ cli, options }) {
    const { tag: tags } = options;
    const body = { ...contactFields(options), ...(tags.length === 0 ? {} : { tags }) };
    const { phone_number, email, external_id, bsuid, parent_bsuid, lid } = body;
    if (![phone_number, email, external_id, bsuid, parent_bsuid, lid].some(Boolean))
      throw usageFailure(
        "no contact was given",
        "Give --phone, --email, --source and --external-id, --bsuid, --parent-bsuid or --lid.",
      );
    await change(cli, "POST /v1/contacts", { body }, contactDetails);
  },
});
