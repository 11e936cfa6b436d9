import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { contactArgument } from "./arguments.ts";
import { contactDetails } from "./columns.ts";
import { contactId } from "./find.ts";

export const mergeContacts = command({
  path: "contacts merge",
  summary: "Merge another contact into a contact",
  description:
    "Merge another contact into a contact, which can't be undone. Conversations, orders, identities, notes and tags move over; of consents and suppressions, the stricter one stays.",
  output: "The contact's record.",
  arguments: {
    contact: contactArgument,
    other: { of: "contacts", description: "Contact to merge into it: its id or its number" },
  },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "The same person twice",
      command: "waypost contacts merge ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T ct_01J8Z3W6YB2Q4V5N7M8P9R0S1V --yes",
    },
  ],
  async run({ cli, arguments: { contact, other: named }, options }) {
    const id = await contactId(cli, contact);
    const other = await contactId(cli, named);
    await agree(cli, options.yes, `Merge ${other} into ${id}? This can't be undone.`);
    const request = { path: { id }, body: { contact_id: other } };
    await change(cli, "POST /v1/contacts/{id}/merge", request, contactDetails);
  },
});
