import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { historyShape } from "./detail-definitions.ts";
import { contactId } from "./find.ts";
import { changeColumns } from "./view.ts";

/** Lists how a contact's identities changed, newest first. */
export async function run(input: Input<typeof historyShape>): Promise<void> {
  const { cli, options } = input;
  const id = await contactId(cli, input.arguments.contact);
  const client = await cli.client();
  await printPages(cli, options, changeColumns, (query) =>
    client.call("GET /v1/contacts/{id}/history", { path: { id }, query }),
  );
}
