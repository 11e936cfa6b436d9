import type { Cli } from "../command/cli.ts";
import { interrupted, usageFailure } from "../failures/failure.ts";
import { confirm } from "./confirm.ts";

/** The option of every command that takes away what does not come back by itself. */
export const yesOption = {
  yes: { description: "Don't ask; required when not running interactively" },
} as const;

/**
 * Asks before something is taken away, unless --yes was given or --dry-run sends
 * nothing. Without a terminal it is a usage failure; a no ends with 130.
 */
export async function agree(cli: Cli, yes: boolean, question: string): Promise<void> {
  if (yes || cli.dryRun) return;
  if (!cli.terminal.canPrompt)
    throw usageFailure("--yes is required when not running interactively", "Nothing was done.");
  if (!(await confirm(question))) throw interrupted();
}
