import { Command, CommanderError } from "commander";

const WRONG_COMMAND_LINE = 2;

/** Reads the command line. Help and mistakes end the process here, before anything is started. */
export function readArguments(given: string[]): { once: boolean } {
  const command = new Command("./scripts/up")
    .description(
      "Start Waypost on this machine, with a database and a sandbox instead of WhatsApp, and send a first message.",
    )
    .option("--once", "stop once the message was shown; exits with 1 if it was not delivered")
    .addHelpText("after", "\nSettings come from the environment: see docs/configuration.md.")
    .allowExcessArguments(false)
    .exitOverride();
  try {
    command.parse(given, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : WRONG_COMMAND_LINE);
  }
  return { once: command.opts<{ once?: boolean }>().once === true };
}
