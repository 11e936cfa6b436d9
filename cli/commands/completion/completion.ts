import type { Input } from "../../lib/command/command.ts";
import { COMPLETION_SCRIPTS } from "../../lib/command/completion-scripts.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { own } from "../../lib/settings/settings.ts";
import type { completionShape } from "./definitions.ts";

/** Prints the completion script of a shell. */
export async function run({ cli, arguments: { shell } }: Input<typeof completionShape>): Promise<void> {
  const script = own<string>(COMPLETION_SCRIPTS, shell);
  if (script === undefined)
    throw usageFailure(`'${shell}' is not a shell that is known`, "Say bash, zsh or fish.");
  await cli.output.bytes(new Blob([script]).stream());
}
