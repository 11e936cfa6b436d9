import type { Input } from "../../lib/command/command.ts";
import type { identitiesShape } from "./detail-definitions.ts";
import { contactId } from "./find.ts";
import { printWhole } from "./print.ts";
import { identityColumns } from "./view.ts";

/** Lists what a contact is known by. */
export async function run(input: Input<typeof identitiesShape>): Promise<void> {
  const { cli } = input;
  const id = await contactId(cli, input.arguments.contact);
  const client = await cli.client();
  const page = await client.call("GET /v1/contacts/{id}/identities", { path: { id } });
  await printWhole(cli, page, identityColumns);
}
