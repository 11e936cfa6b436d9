import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes an endpoint; what was still to be delivered to it is not. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  await agree(cli, options.yes, `Delete ${id}? What is still to be delivered to it is not.`);
  const done = await submit(cli, "DELETE /v1/settings/developer/webhooks/endpoints/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
