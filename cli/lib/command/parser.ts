import { Argument, InvalidArgumentError, Option, Command as Parser } from "commander";
import { nearest } from "../text/nearest.ts";
import type { GlobalOptions } from "./cli.ts";
import type { Command } from "./command.ts";
import { argumentTerm, type Definition, type Offered, type OptionDefinition } from "./definition.ts";
import { commandHelp, programHelp } from "./help.ts";

export type Program = {
  name: string;
  description: string;
  version: string;
  nouns: Readonly<Record<string, string>>;
};
export type Parsed = {
  arguments: Record<string, unknown>;
  options: Record<string, unknown>;
  flags: GlobalOptions;
};

/** The options that every command takes: how they are written, and what they are for. */
export const GLOBAL_OPTIONS: readonly (Offered & { flags: string; description: string })[] = [
  { flags: "--json", description: "print JSON" },
  {
    flags: "--fields <names>",
    description: "print only these fields, headings of the table or members of the API's record: id,status",
  },
  { flags: "--jq <filter>", description: "print the result of this jq filter: .data[].id" },
  { flags: "--profile <name>", of: "profiles", description: "profile to use (default: the current one)" },
  { flags: "--url <address>", description: "address of the daemon" },
  { flags: "--api-key <key>", description: "API key" },
  { flags: "--timeout <duration>", description: "how long to wait for a response, or for the end of --wait" },
  { flags: "--quiet", description: "print no remarks on standard error" },
  { flags: "--no-color", description: "no colours" },
];

/** The words of a command line that are neither options nor the values of those that every command takes. */
export function commandWords(argv: readonly string[]): string[] {
  const valued = GLOBAL_OPTIONS.filter(({ flags }) => flags.includes(" ")).map(
    ({ flags }) => flags.split(" ")[0] ?? "",
  );
  return argv.filter((word, index) => !word.startsWith("-") && !valued.includes(argv[index - 1] ?? ""));
}

type Execute = (command: Command, parsed: Parsed) => Promise<void>;

/** A command of which no more is loaded than what it is called: enough for its noun to be known. */
export type Unloaded = Pick<Definition, "path">;

/**
 * Builds commander's parser from the commands' data. It never ends the process
 * itself: every end, help and version included, is thrown as a CommanderError.
 */
export function createParser(
  program: Program,
  commands: readonly (Command | Unloaded)[],
  execute: Execute,
): Parser {
  const root = new Parser(program.name).description(program.description).version(program.version);
  // Must come first: commands made later inherit these settings.
  root
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false });
  root.configureOutput({ outputError: () => {} });
  for (const { flags, description } of GLOBAL_OPTIONS) root.addOption(new Option(flags, description));
  root.helpCommand(false);
  root.addHelpText("after", programHelp());
  for (const command of commands) {
    const nouns = command.path.split(" ").slice(0, -1);
    const parent = nouns.reduce((above, noun, index) => {
      const whole = nouns.slice(0, index + 1).join(" ");
      return nounOf(above, noun, program.nouns[whole] ?? "");
    }, root);
    const verb = command.path.slice(command.path.lastIndexOf(" ") + 1);
    if ("run" in command) addCommand(parent.command(verb), command, execute);
  }
  return root;
}

function addCommand(parser: Parser, command: Command, execute: Execute): void {
  parser.summary(command.summary);
  parser.description(command.description ?? command.summary).addHelpText("after", commandHelp(command));
  // None is required here: a terminal prompts for what is missing; elsewhere it fails later.
  for (const [name, { description, repeat }] of Object.entries(command.arguments))
    parser.addArgument(new Argument(repeat ? `[${name}...]` : `[${name}]`, description));
  const terms = Object.entries(command.arguments).map(([name, definition]) => argumentTerm(name, definition));
  parser.usage(["[options]", ...terms].join(" "));
  for (const [name, definition] of Object.entries(command.options))
    parser.addOption(toOption(name, definition));
  if (command.writes) parser.addOption(new Option("--dry-run", "print the request instead of sending it"));
  parser.action(() => execute(command, collect(command, parser)));
}

function nounOf(root: Parser, noun: string, description: string): Parser {
  return (
    root.commands.find((command) => command.name() === noun) ?? root.command(noun).description(description)
  );
}

function toOption(
  name: string,
  { value, short, repeat, required, choices, description }: OptionDefinition,
): Option {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  const flags = value === undefined ? names : `${names} <${value}>`;
  const option = new Option(flags, required ? `${description} (required)` : description);
  if (choices) option.choices([...choices]);
  if (choices === undefined && repeat === undefined) return option;
  return option.argParser((text, before: string | string[] | undefined) => {
    refuseOther(text, choices);
    return repeat ? [...(Array.isArray(before) ? before : []), text] : text;
  });
}

function refuseOther(text: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(text)) return;
  const meant = nearest(text, choices);
  const suggestion = meant === undefined ? "" : `Did you mean ${meant}? `;
  throw new InvalidArgumentError(`${suggestion}Allowed choices are ${choices.join(", ")}.`);
}

/** The values under the names of the shape, instead of commander's camel case. */
function collect(command: Definition, parser: Parser): Parsed {
  const flags = parser.optsWithGlobals<GlobalOptions>();
  const found = new Map<string, unknown>(Object.entries(flags));
  const options = Object.entries(command.options).map(([name, definition]) => [
    name,
    givenValue(name, definition, found.get(new Option(`--${name}`).attributeName())),
  ]);
  const values = parser.processedArgs.map((value) => (isEmptyList(value) ? undefined : value));
  const names = Object.keys(command.arguments);
  return {
    flags,
    arguments: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    options: Object.fromEntries(options),
  };
}

/** Commander gives an empty list for an argument of several words without any. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A terminal prompts for a required one that is missing; elsewhere it fails later. */
function givenValue(name: string, { value, repeat }: OptionDefinition, given: unknown): unknown {
  // commander knows a switch and its opposite by one name
  if (value === undefined) return given === !name.startsWith("no-");
  return repeat ? (given ?? []) : given;
}
