import type { Cli } from "../lib/command/cli.ts";
import type { Definition } from "../lib/command/definition.ts";
import { type Choice, firstOf, listChoices, type Resource, resourceOf } from "../lib/command/resources.ts";
import { usageFailure } from "../lib/failures/failure.ts";

/** What a command line gives, by the names of the command's definition. */
type Given = { arguments: Readonly<Record<string, unknown>>; options: Readonly<Record<string, unknown>> };

/**
 * The arguments and options of a command. Those that are missing and can only be one of a few words, or name something
 * there is a list of, are chosen by whoever sits at the terminal. Throws a usage failure when nobody can be asked, or
 * there is nothing to choose from.
 */
export async function completeGiven(cli: Cli, command: Definition, given: Given): Promise<Given> {
  const options = missingOptions(command, given.options);
  const missing = missingArguments(command, given.arguments);
  const [unknown] = options.filter(([, { choices }]) => choices === undefined || !canPick(cli));
  if (unknown !== undefined) throw usageFailure(`--${unknown[0]} is missing`, helpOf(command));
  const isPickable = missing.every((name) => isChoice(command, name));
  const [first] = missing;
  if (first !== undefined && (!canPick(cli) || !isPickable))
    throw usageFailure(`missing required argument '${first}'`, helpOf(command));
  const picked = { arguments: new Map<string, string>(), options: new Map<string, string>() };
  for (const name of missing) picked.arguments.set(name, await pick(cli, command, name));
  for (const [name, { choices = [] }] of options)
    picked.options.set(name, await pickOf(cli, `--${name}`, wordChoices(choices)));
  return {
    arguments: { ...given.arguments, ...Object.fromEntries(picked.arguments) },
    options: { ...given.options, ...Object.fromEntries(picked.options) },
  };
}

/** Whether somebody sits at a terminal on which a list can be drawn. */
export function canPick({ terminal }: Cli): boolean {
  return terminal.canPrompt && terminal.canRedraw;
}

/** The id of one of these things, as chosen by whoever sits at the terminal. Throws `interrupted` when none is. */
export async function pickOf(cli: Cli, question: string, choices: readonly Choice[]): Promise<string> {
  // loaded here because the terminal library takes a while to load
  const { openPicker } = await import("./picker.tsx");
  return await openPicker(question, choices, cli.terminal.errorColours);
}

function missingOptions({ options }: Definition, given: Given["options"]) {
  return Object.entries(options).filter(([name, { required }]) => required && given[name] === undefined);
}

function missingArguments(command: Definition, given: Given["arguments"]): string[] {
  return Object.entries(command.arguments)
    .filter(([name, { optional }]) => optional !== true && given[name] === undefined)
    .map(([name]) => name);
}

/** Whether what is missing is one of some words, or of things that there is a list of. */
function isChoice(command: Definition, name: string): boolean {
  return command.arguments[name]?.choices !== undefined || resourceOf(command.path, name) !== undefined;
}

async function pick(cli: Cli, command: Definition, name: string): Promise<string> {
  const words = command.arguments[name]?.choices;
  if (words !== undefined) return await pickOf(cli, questionOf(command, name, undefined), wordChoices(words));
  const resource = resourceOf(command.path, name);
  const choices = resource === undefined ? [] : await listChoices(cli, resource);
  if (choices.length === 0)
    throw usageFailure(`there are no ${resource} to choose from`, resource && firstOf(resource));
  return await pickOf(cli, questionOf(command, name, resource), choices);
}

function questionOf(command: Definition, name: string, resource: Resource | undefined): string {
  return command.arguments[name]?.description ?? `Which one of the ${resource} for ${command.path}?`;
}

function wordChoices(words: readonly string[]): Choice[] {
  return words.map((id) => ({ id, label: "" }));
}

function helpOf({ path }: Definition): string {
  return `See: waypost ${path} --help`;
}
