import { CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { COMMANDS } from "./commands/list.ts";
import { createCli } from "./lib/command/cli.ts";
import { complete, completionFlags } from "./lib/command/complete.ts";
import { loadCommands, loadFor, pathOf } from "./lib/command/load.ts";
import { commandWords, createParser } from "./lib/command/parser.ts";
import { suggestCommand } from "./lib/command/suggest.ts";
import { ExitCode } from "./lib/failures/exit-codes.ts";
import { Failure, failure, usageFailure } from "./lib/failures/failure.ts";
import type { JqFilter } from "./lib/output/jq.ts";
import { createOutput } from "./lib/output/output.ts";
import { describeTerminal, type Environment } from "./lib/terminal/terminal.ts";
import { completeArguments } from "./ui/pick.ts";

const PROGRAM = {
  name: "waypost",
  description: "WhatsApp messaging from the terminal: one API over official and paired numbers.",
  version: packageJson.version,
  nouns: {
    profiles: "Daemons and keys this machine knows",
    keys: "API keys",
    users: "Who may log in, and as what",
    password: "Your password",
    channels: "WhatsApp numbers",
    waba: "WhatsApp Business accounts at Meta",
    templates: "Message templates, here and at Meta",
    messages: "Messages sent and received",
    media: "Files that messages came with",
    contacts: "People, and what is known of them",
    conversations: "The messages with one contact on one channel",
    imports: "Imports of contacts from files",
    crm: "Companies, deals and tasks, and what is said, listed and linked of any record",
    orders: "What people ordered from a catalogue",
    endpoints: "Webhook endpoints",
    deliveries: "What became of events at their endpoints",
    replays: "Ranges of events that are delivered again",
    events: "What happened",
    inbound: "What came in and could not be processed",
    logs: "Requests, and what becomes of messages",
    webhooks: "Deliveries as they arrive",
    sandbox: "The local stand-in for Meta",
  },
};

const allCommands = () => loadCommands(COMMANDS);

/** What the completion scripts call. */
const COMPLETE = "complete-words";

/** Runs one command line and returns its exit code; never rejects. */
export async function runProgram(argv: readonly string[], environment: Environment): Promise<ExitCode> {
  if (argv[0] === COMPLETE) return await printCompletions(argv.slice(1), environment);
  const parse = async (words: readonly string[]) => {
    const commands = await loadFor(COMMANDS, commandWords(words));
    const parser = createParser(PROGRAM, commands, async (command, { flags, options, ...given }) => {
      const filter = await filterOf(flags.jq);
      const cli = createCli(flags, { environment, filter, commands: allCommands, explain });
      await command.run({ cli, options, arguments: await completeArguments(cli, command, given.arguments) });
    });
    await parser.parseAsync(words, { from: "user" });
  };
  const explain = async (words: readonly string[]) => {
    const known = Object.keys(COMMANDS).some((path) =>
      `${path} `.startsWith(words.map((word) => `${word} `).join("")),
    );
    if (!known) throw usageFailure(`there is no command '${words.join(" ")}'`, meantBy(words));
    await parse([...words, "--help"]);
  };
  try {
    await parse(argv);
    return ExitCode.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    // A noun without a verb: its help, already on standard error, says what is missing.
    if (error instanceof CommanderError && error.code === "commander.help") return ExitCode.usage;
    return report(toFailure(error, argv), argv, environment);
  }
}

/** jq takes a while to load: only where it is asked for. */
async function filterOf(text: string | undefined): Promise<JqFilter | undefined> {
  if (text === undefined) return undefined;
  const { loadJqFilter } = await import("./lib/output/jq.ts");
  return await loadJqFilter(text);
}

/** For shells alone, which show nothing of what goes wrong. */
async function printCompletions(words: readonly string[], environment: Environment): Promise<ExitCode> {
  const cli = createCli(completionFlags(words), {
    environment,
    commands: allCommands,
    explain: async () => {},
  });
  const found = await complete(words, COMMANDS, cli);
  await cli.output.bytes(new Blob(found.map(({ id, label }) => `${id}\t${label}\n`)).stream());
  return ExitCode.done;
}

function report(reason: Failure, argv: readonly string[], environment: Environment): ExitCode {
  const terminal = describeTerminal(environment, !argv.includes("--no-color"));
  const output = createOutput({ json: argv.includes("--json"), quiet: false, terminal });
  if (reason.exitCode !== ExitCode.interrupted) output.failure(reason);
  return reason.exitCode;
}

function toFailure(error: unknown, argv: readonly string[]): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) return commandLineFailure(error, argv);
  return failure(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Commander's message, without what was typed as the value of an unknown option: it may be a secret. */
function commandLineFailure(error: CommanderError, argv: readonly string[]): Failure {
  const path = pathOf(COMMANDS, commandWords(argv));
  const help = `See: waypost ${path === undefined ? "" : `${path} `}--help`;
  if (error.code === "commander.excessArguments") return usageFailure("too many arguments", help);
  if (error.code === "commander.unknownCommand") return unknownCommand(error, argv);
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const hint = suggestion?.replace(/^\((.*)\)$/, "$1") ?? help;
  return usageFailure(message.replace(/('--[^'=]+)=.*'/, "$1'"), hint);
}

/** Only the word that is unknown is repeated: what comes after it may be a secret. */
function unknownCommand(error: CommanderError, argv: readonly string[]): Failure {
  const [message = ""] = error.message.replace("error: ", "").split("\n");
  return usageFailure(message, meantBy(commandWords(argv)));
}

function meantBy(words: readonly string[]): string {
  const meant = suggestCommand(words, Object.keys(COMMANDS));
  return meant === undefined ? "See: waypost --help" : `Did you mean: waypost ${meant}`;
}
