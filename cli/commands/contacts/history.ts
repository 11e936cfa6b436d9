import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { contactArgument } from "./arguments.ts";
import { changeColumns } from "./columns.ts";
import { contactId } from "./find.ts";

export const listHistory = command({
  path: "contacts history",
  summary: "List changes of a contact's identities",
  output: "One line for each change, newest first: time, what, its details as JSON, id.",
  arguments: { contact: contactArgument },
  options: pagingOptions,
  examples: [
    { description: "Everything", command: "waypost contacts history ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T --all" },
  ],
  async run({ cli, arguments: { contact }, options }) {
    const path = { id: await contactId(cli, contact) };
    await list(cli, "GET /v1/contacts/{id}/history", { path }, changeColumns, options);
  },
});
