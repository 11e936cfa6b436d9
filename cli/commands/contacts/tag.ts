import { command } from "../../lib/command/command.ts";
import { contactArgument } from "./arguments.ts";
import { contactId } from "./find.ts";
import { changeTags, tagOptions } from "./tags.ts";

export const tagContact = command({
  path: "contacts tag",
  summary: "Add, remove or list a contact's tags",
  output: "The contact's tags.",
  arguments: { contact: contactArgument },
  options: tagOptions,
  writes: true,
  examples: [
    {
      description: "Add one, remove one",
      command: "waypost contacts tag ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --add vip --remove new",
    },
    { description: "List them", command: "waypost contacts tag ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  run: async ({ cli, arguments: { contact }, options }) =>
    changeTags(cli, { id: await contactId(cli, contact) }, options, {
      list: "GET /v1/contacts/{id}/tags",
      change: "POST /v1/contacts/{id}/tags",
    }),
});
