import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes an endpoint; what was still to be delivered to it is not. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  await agree(cli, options.yes, `Delete ${id}? What is still to be delivered to it is not.`);
  const done = await submit(cli, "DELETE /v1/settings/developer/webhooks/endpoints/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
