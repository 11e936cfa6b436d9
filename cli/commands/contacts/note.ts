import { printPages } from "../../lib/actions/paging.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { noteShape } from "./definitions.ts";
import { contactId } from "./find.ts";
import { noteColumns } from "./view.ts";

/** Writes a note about a contact; without one, lists what was written. */
export async function run(input: Input<typeof noteShape>): Promise<void> {
  const { cli, options } = input;
  const { contact, body } = input.arguments;
  const id = await contactId(cli, contact);
  if (body === undefined) {
    const client = await cli.client();
    return await printPages(cli, options, noteColumns, (paging) =>
      client.call("GET /v1/contacts/{id}/notes", { path: { id }, query: paging }),
    );
  }
  const note = await submit(cli, "POST /v1/contacts/{id}/notes", { path: { id }, body: { body } });
  if (note !== undefined) await cli.output.record(note, noteColumns);
}
