import { Command, CommanderError, Option } from "commander";

const WRONG_COMMAND_LINE = 2;

/** Reads the command line. Help and mistakes end the process here, before anything is started. */
export function readArguments(given: string[]): { once: boolean; real: boolean } {
  const command = new Command("./scripts/up")
    .description(
      "Start Waypost on this machine, with a database and a sandbox instead of WhatsApp, and send a first message. With --real, pair a number with WhatsApp itself instead.",
    )
    .option("--real", "use the real WhatsApp: show the code that pairs a first number, and no sandbox")
    .addOption(
      new Option("--once", "stop once the message was shown; exits with 1 if it was not delivered").conflicts(
        "real",
      ),
    )
    .addHelpText("after", "\nSettings come from the environment: see docs/configuration.md.")
    .allowExcessArguments(false)
    .exitOverride();
  try {
    command.parse(given, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : WRONG_COMMAND_LINE);
  }
  const { once = false, real = false } = command.opts<{ once?: boolean; real?: boolean }>();
  return { once, real };
}
