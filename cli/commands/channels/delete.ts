import type { Input } from "../../lib/command.ts";
import { confirm } from "../../lib/confirm.ts";
import { interrupted, usageFailure } from "../../lib/failure.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a channel: what waits to be sent is cancelled, a paired number is logged out. */
export async function run({
  cli,
  arguments: { id },
  options: { yes },
}: Input<typeof deleteShape>): Promise<void> {
  if (!yes && !cli.dryRun) {
    if (!cli.terminal.canPrompt)
      throw usageFailure("--yes is required when not running interactively", "Nothing was deleted.");
    if (!(await confirm(`Delete ${id}? What waits to be sent is cancelled.`))) throw interrupted();
  }
  const done = await submit(cli, "DELETE /v1/channels/{id}", { path: { id } });
  if (done !== undefined) cli.output.note(`Deleted ${id}.`);
}
