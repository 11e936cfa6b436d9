import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { mergeShape } from "./detail-definitions.ts";
import { contactId } from "./find.ts";
import { contactDetails } from "./view.ts";

/** Makes another contact part of a contact. */
export async function run(input: Input<typeof mergeShape>): Promise<void> {
  const { cli, options } = input;
  const id = await contactId(cli, input.arguments.contact);
  const other = await contactId(cli, input.arguments.other);
  await agree(cli, options.yes, `Make ${other} part of ${id}? It can't be undone.`);
  const request = { path: { id }, body: { contact_id: other } };
  const contact = await submit(cli, "POST /v1/contacts/{id}/merge", request);
  if (contact !== undefined) await cli.output.record(contact, contactDetails);
}
