import { change } from "../../lib/actions/change.ts";
import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { contactArgument } from "./arguments.ts";
import { noteColumns } from "./columns.ts";
import { contactId } from "./find.ts";

export const noteOnContact = command({
  path: "contacts note",
  summary: "Add a note to a contact, or list them",
  output: "The new note, or one line for each note, newest first.",
  arguments: {
    contact: contactArgument,
    body: { description: "The note; without it, list the notes", optional: true },
  },
  options: pagingOptions,
  writes: true,
  examples: [
    {
      description: "Write one",
      command: 'waypost contacts note ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T "Wants to be called after six."',
    },
    { description: "Read them", command: "waypost contacts note ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  async run({ cli, arguments: { contact, body }, options }) {
    const path = { id: await contactId(cli, contact) };
    if (body === undefined) await list(cli, "GET /v1/contacts/{id}/notes", { path }, noteColumns, options);
    else await change(cli, "POST /v1/contacts/{id}/notes", { path, body: { body } }, noteColumns);
  },
});
