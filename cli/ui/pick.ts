import type { Cli } from "../lib/command/cli.ts";
import type { Definition } from "../lib/command/definition.ts";
import { type Choice, firstOf, listChoices, type Resource, resourceOf } from "../lib/command/resources.ts";
import { usageFailure } from "../lib/failures/failure.ts";

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a command, those that are missing and name something there
 * is a list of chosen from that list by whoever sits at the terminal. Throws a
 * usage failure when nobody can be asked, or there is nothing to choose from.
 */
export async function completeArguments(cli: Cli, command: Definition, given: Arguments): Promise<Arguments> {
  const missing = missingOf(command, given);
  const [first] = missing;
  if (first === undefined) return given;
  const isPickable = missing.every((name) => isChoice(command, name));
  if (!canPick(cli) || !isPickable)
    throw usageFailure(`missing required argument '${first}'`, `See: waypost ${command.path} --help`);
  const picked = new Map<string, string>();
  for (const name of missing) picked.set(name, await pick(cli, command, name));
  return { ...given, ...Object.fromEntries(picked) };
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

function missingOf(command: Definition, given: Arguments): string[] {
  return Object.entries(command.arguments)
    .filter(([name, { optional }]) => optional !== true && given[name] === undefined)
    .map(([name]) => name);
}

/** Whether what is missing is one of some words, or of things that there is a list of. */
function isChoice(command: Definition, name: string): boolean {
  return command.arguments[name]?.choices !== undefined || resourceOf(command.path, name) !== undefined;
}

async function pick(cli: Cli, command: Definition, name: string): Promise<string> {
  const words = command.arguments[name]?.choices?.map((id) => ({ id, label: "" }));
  if (words !== undefined) return await pickOf(cli, questionOf(command, name, undefined), words);
  const resource = resourceOf(command.path, name);
  const choices = resource === undefined ? [] : await listChoices(cli, resource);
  if (choices.length === 0)
    throw usageFailure(`there are no ${resource} to choose from`, resource && firstOf(resource));
  return await pickOf(cli, questionOf(command, name, resource), choices);
}

function questionOf(command: Definition, name: string, resource: Resource | undefined): string {
  return command.arguments[name]?.description ?? `Which one of the ${resource} for ${command.path}?`;
}
