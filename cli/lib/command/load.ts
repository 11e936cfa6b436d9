import type { Command, CommandList } from "./command.ts";
import type { Unloaded } from "./parser.ts";

/** Every command, loaded. */
export function loadCommands(list: CommandList): Promise<Command[]> {
  return Promise.all(Object.values(list).map((load) => load()));
}

/** The command that words begin with, loaded; undefined when they name none. */
export async function loadCommand(list: CommandList, words: readonly string[]): Promise<Command | undefined> {
  return await list[pathOf(list, words) ?? ""]?.();
}

/**
 * As much as a command line needs, so that it starts quickly: the command that it names; where it names only a noun, all
 * of that; else those without a noun, whose summaries the help of the program shows.
 */
export async function loadFor(
  list: CommandList,
  words: readonly string[],
): Promise<readonly (Command | Unloaded)[]> {
  const named = await loadCommand(list, words);
  if (named !== undefined) return [named];
  const ofNoun = Object.entries(list).filter(([path]) => path.startsWith(`${words[0]} `));
  if (ofNoun.length > 0) return await loadCommands(Object.fromEntries(ofNoun));
  return await Promise.all(
    Object.entries(list).map(([path, load]) => (path.includes(" ") ? { path } : load())),
  );
}

/** `send`, `keys create`, `channels username get`, or undefined when the words begin with no command. */
export function pathOf(list: CommandList, words: readonly string[]): string | undefined {
  return [words.slice(0, 3), words.slice(0, 2), words.slice(0, 1)]
    .map((beginning) => beginning.join(" "))
    .find((path) => Object.hasOwn(list, path));
}
