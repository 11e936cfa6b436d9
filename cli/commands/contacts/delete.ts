import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
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
