import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deleteShape } from "./definitions.ts";
import { contactId } from "./find.ts";

/** Deletes a contact. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const id = await contactId(cli, input.arguments.contact);
  await agree(cli, options.yes, `Delete ${input.arguments.contact}, with its notes, tags and consents?`);
  const done = await submit(cli, "DELETE /v1/contacts/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
