import { listUnpaged } from "../../lib/actions/list.ts";
import { command } from "../../lib/command/command.ts";
import { contactArgument } from "./arguments.ts";
import { identityColumns } from "./columns.ts";
import { contactId } from "./find.ts";

export const listIdentities = command({
  path: "contacts identities",
  summary: "List a contact's identities",
  output: "One line for each identity: type, value, source, verified, id.",
  arguments: { contact: contactArgument },
  examples: [
    { description: "All of them", command: "waypost contacts identities ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
  ],
  async run({ cli, arguments: { contact } }) {
    const path = { id: await contactId(cli, contact) };
    await listUnpaged(cli, "GET /v1/contacts/{id}/identities", { path }, identityColumns);
  },
});
