import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updateShape } from "./detail-definitions.ts";
import { contactFields } from "./fields.ts";
import { contactId } from "./find.ts";
import { contactDetails } from "./view.ts";

/** Changes one contact. */
export async function run(input: Input<typeof updateShape>): Promise<void> {
  const { cli, options } = input;
  const body = contactFields(options);
  if (Object.keys(body).length === 0)
    throw usageFailure("nothing to change", "See: waypost contacts update --help");
  const id = await contactId(cli, input.arguments.contact);
  const contact = await submit(cli, "PATCH /v1/contacts/{id}", { path: { id }, body });
  if (contact !== undefined) await cli.output.record(contact, contactDetails);
}
