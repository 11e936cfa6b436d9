import { command } from "../../lib/command/command.ts";
import { contactArgument } from "./arguments.ts";
import { contactDetails } from "./columns.ts";
import { findContact } from "./find.ts";

export const getContact = command({
  path: "contacts get",
  summary: "Show one contact",
  output: "The contact's record.",
  arguments: { contact: contactArgument },
  examples: [
    { description: "By its id", command: "waypost contacts get ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    { description: "By its number", command: "waypost contacts get '+1 415 555 0123'" },
  ],
  run: async ({ cli, arguments: { contact } }) =>
    cli.output.record(await findContact(cli, contact), contactDetails),
});
