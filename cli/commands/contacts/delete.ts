import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";
import { contactId } from "./find.ts";

/** Deletes a contact. */
export async function run({ cli, arguments: { contact } }: Input<typeof deleteShape>): Promise<void> {
  const id = await contactId(cli, contact);
  const done = await submit(cli, "DELETE /v1/contacts/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
