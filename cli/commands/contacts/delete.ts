import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { contactArgument } from "./arguments.ts";
import { contactId } from "./find.ts";

export const deleteContact = command({
  path: "contacts delete",
  summary: "Delete a contact",
  description:
    "Delete a contact with its notes, tags, consents and suppressions. Its messages stay, without a contact.",
  output: "Nothing.",
  arguments: { contact: contactArgument },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost contacts delete ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes" },
  ],
  async run({ cli, arguments: { contact }, options: { yes } }) {
    const id = await contactId(cli, contact);
    await remove(cli, "DELETE /v1/contacts/{id}", {
      path: { id },
      yes,
      question: `Delete ${contact}, with its notes, tags and consents?`,
      done: `Deleted ${id}.`,
    });
  },
});
