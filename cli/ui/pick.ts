import type { Cli } from "../lib/command/cli.ts";
import type { Definition } from "../lib/command/definition.ts";
import { type Choice, firstOf, listChoices, type Resource } from "../lib/command/resources.ts";
import { usageFailure } from "../lib/failures/failure.ts";
import { ask } from "../lib/input/confirm.ts";

/** The values of a command line, by the names of the command's definition. */
type Given = { arguments: Readonly<Record<string, unknown>>; options: Readonly<Record<string, unknown>> };

/** An argument or option that a command needs and was not given. */
type Missing = {
  place: "arguments" | "options";
  name: string;
  /** The message that it is missing. */
  refusal: string;
  question: string;
  /** The only words it can be, or what there is a list of; without both it is free text. */
  words: readonly string[] | undefined;
  resource: Resource | undefined;
  /** Whether it takes several words. */
  repeat: boolean;
};

/**
 * The arguments and options of a command. On a terminal, the user is prompted for those that are missing: chooses,
 * where it can only be one of a few words or names something there is a list of, and types it otherwise. Throws a usage
 * failure when nobody can be prompted, or there is nothing to choose from.
 */
export async function completeGiven(cli: Cli, command: Definition, given: Given): Promise<Given> {
  const options = missingOptions(command, given.options);
  const missing = missingArguments(command, given.arguments);
  const hopeless = [...options, ...missing].find((one) => !canAskFor(cli, one));
  if (hopeless !== undefined) throw usageFailure(hopeless.refusal, helpOf(command));
  const answers = { arguments: { ...given.arguments }, options: { ...given.options } };
  for (const one of [...missing, ...options]) {
    const answer = await askFor(cli, command, one);
    answers[one.place][one.name] = one.repeat ? [answer] : answer;
  }
  return answers;
}

/** Whether somebody sits at a terminal on which a list can be drawn. */
export function canPick({ terminal }: Cli): boolean {
  return terminal.canPrompt && terminal.canRedraw;
}

/** The id of one of these things, as the user chooses it. Throws `interrupted` when none is. */
export async function pickOf(cli: Cli, question: string, choices: readonly Choice[]): Promise<string> {
  // loaded here because the terminal library takes a while to load
  const { openPicker } = await import("./picker.tsx");
  return await openPicker(question, choices, cli.terminal.errorColours);
}

function missingOptions({ options }: Definition, given: Given["options"]): Missing[] {
  return Object.entries(options)
    .filter(([name, { required }]) => required && given[name] === undefined)
    .map(([name, { choices: words, of: resource, description }]) => {
      const refusal = `--${name} is missing`;
      const question = words === undefined ? `${description} (--${name})` : `--${name}`;
      return { place: "options", name, refusal, question, words, resource, repeat: false };
    });
}

function missingArguments(command: Definition, given: Given["arguments"]): Missing[] {
  return Object.entries(command.arguments)
    .filter(([name, { optional }]) => optional !== true && given[name] === undefined)
    .map(([name, { choices: words, of: resource, description: question, repeat = false }]) => {
      const refusal = `missing required argument '${name}'`;
      return { place: "arguments", name, refusal, question, words, resource, repeat };
    });
}

function canAskFor(cli: Cli, { words, resource }: Missing): boolean {
  return words === undefined && resource === undefined ? cli.terminal.canPrompt : canPick(cli);
}

async function askFor(cli: Cli, command: Definition, missing: Missing): Promise<string> {
  const { words, resource, question, refusal } = missing;
  if (words !== undefined) return await pickOf(cli, question, wordChoices(words));
  if (resource !== undefined) return await pickResource(cli, question, resource);
  const answer = await ask(`${question}: `);
  if (answer === "") throw usageFailure(refusal, helpOf(command));
  return answer;
}

async function pickResource(cli: Cli, question: string, resource: Resource): Promise<string> {
  const choices = await listChoices(cli, resource);
  if (choices.length === 0) throw usageFailure(`there are no ${resource} to choose from`, firstOf(resource));
  return await pickOf(cli, question, choices);
}

function wordChoices(words: readonly string[]): Choice[] {
  return words.map((id) => ({ id, label: "" }));
}

function helpOf({ path }: Definition): string {
  return `See: waypost ${path} --help`;
}
