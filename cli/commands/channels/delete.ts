import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a channel: what waits to be sent is cancelled, a paired number is logged out. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  await agree(cli, options.yes, `Delete ${id}? What waits to be sent is cancelled.`);
  const done = await submit(cli, "DELETE /v1/channels/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
