import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a template, here and at Meta. */
export async function run({ cli, arguments: { id } }: Input<typeof deleteShape>): Promise<void> {
  const done = await submit(cli, "DELETE /v1/templates/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
