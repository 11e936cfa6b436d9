import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { contactArgument } from "./arguments.ts";
import { contactDetails } from "./columns.ts";
import { clearOption, contactFieldOptions, contactFields } from "./fields.ts";
import { contactId } from "./find.ts";

export const updateContact = command({
  path: "contacts update",
  summary: "Change one contact",
  description:
    "Change one contact. Fields you don't give stay; custom fields are merged. A new number, email address or external id replaces the previous one.",
  output: "The contact's record.",
  arguments: { contact: contactArgument },
  options: { ...contactFieldOptions, ...clearOption },
  writes: true,
  examples: [
    {
      description: "A new number",
      command: "waypost contacts update ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --phone '+1 415 555 0199'",
    },
  ],
  async run({ cli, arguments: { contact }, options }) {
    const body = contactFields(options);
    if (Object.keys(body).length === 0)
      throw usageFailure("nothing to change", "See: waypost contacts update --help");
    const path = { id: await contactId(cli, contact) };
    await change(cli, "PATCH /v1/contacts/{id}", { path, body }, contactDetails);
  },
});
