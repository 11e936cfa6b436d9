import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a channel: what waits to be sent is cancelled, a paired number is logged out. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  await agree(cli, options.yes, `Delete ${id}? What waits to be sent is cancelled.`);
  const done = await submit(cli, "DELETE /v1/channels/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
