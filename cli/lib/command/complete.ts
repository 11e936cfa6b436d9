import { given } from "../values/given.ts";
import type { Cli, GlobalOptions } from "./cli.ts";
import type { CommandList } from "./command.ts";
import type { Definition, Offered } from "./definition.ts";
import { loadCommand } from "./load.ts";
import { GLOBAL_OPTIONS } from "./parser.ts";
import { type Choice, listChoices } from "./resources.ts";

/**
 * Candidates for the last of the words, which may be empty or incomplete: nouns, verbs, options, their values, and ids.
 * Ids are requested from the API of the words' settings; there are none when it doesn't answer.
 */
export async function complete(words: readonly string[], list: CommandList, cli: Cli): Promise<Choice[]> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const found = await candidates(before, typed, list, cli);
  return found.filter(({ id }) => id.startsWith(typed));
}

async function candidates(
  before: readonly string[],
  typed: string,
  list: CommandList,
  cli: Cli,
): Promise<Choice[]> {
  const command = await loadCommand(list, plainWords(before, []));
  const valued = optionBefore(before, command);
  if (valued !== undefined) return await valuesOf(cli, valued);
  if (typed.startsWith("-")) return optionsOf(command);
  const plain = plainWords(before, command === undefined ? [] : Object.entries(command.options));
  if (command === undefined) return nextWords(plain, list);
  const place = plain.length - command.path.split(" ").length;
  return await valuesOf(cli, Object.values(command.arguments)[place]);
}

/** The global options of a command line that is being typed, with a short timeout. */
export function completionFlags(words: readonly string[]): GlobalOptions {
  const valueAfter = (name: string) => {
    const at = words.indexOf(name);
    return at === -1 || at > words.length - 3 ? undefined : words[at + 1];
  };
  const flags = {
    url: valueAfter("--url"),
    apiKey: valueAfter("--api-key"),
    profile: valueAfter("--profile"),
  };
  return { timeout: "2s", ...given(flags) };
}

type NamedOption = readonly [name: string, definition: { value?: string }];

/** The words that are neither options nor values of options. */
function plainWords(words: readonly string[], options: readonly NamedOption[]): string[] {
  const valued = new Set([
    ...GLOBAL_OPTIONS.filter(({ flags }) => flags.includes(" ")).map(
      ({ flags }) => flags.split(" ")[0] ?? "",
    ),
    ...options.filter(([, { value }]) => value !== undefined).map(([name]) => `--${name}`),
  ]);
  return words.filter((word, index) => !word.startsWith("-") && !valued.has(words[index - 1] ?? ""));
}

/** The option whose value is typed. */
function optionBefore(before: readonly string[], command: Definition | undefined): Offered | undefined {
  const last = before.at(-1) ?? "";
  if (!last.startsWith("--")) return undefined;
  const own = command?.options[last.slice(2)];
  return own?.value === undefined ? GLOBAL_OPTIONS.find(({ flags }) => flags.startsWith(`${last} `)) : own;
}

async function valuesOf(cli: Cli, offered: Offered | undefined): Promise<Choice[]> {
  const { choices = [], of: resource } = offered ?? {};
  if (resource === undefined) return choices.map((id) => ({ id, label: "" }));
  return await listChoices(cli, resource).catch(() => []);
}

function optionsOf(command: Definition | undefined): Choice[] {
  const own = Object.entries(command?.options ?? {}).map(([name, { description }]) => ({
    id: `--${name}`,
    label: description,
  }));
  const dryRun = command?.writes
    ? [{ id: "--dry-run", label: "print the request instead of sending it" }]
    : [];
  const shared = GLOBAL_OPTIONS.map(({ flags, description }) => ({
    id: flags.split(" ")[0] ?? "",
    label: description,
  }));
  return [...own, ...dryRun, ...shared, { id: "--help", label: "explain the command" }];
}

/** The nouns and single words, or the verbs of a noun. */
async function nextWords(given: readonly string[], list: CommandList): Promise<Choice[]> {
  const found = new Map<string, Choice>();
  for (const [path, load] of Object.entries(list)) {
    const words = path.split(" ");
    const next = words[given.length];
    if (next === undefined || found.has(next) || !given.every((word, index) => words[index] === word))
      continue;
    const label = words.length === given.length + 1 ? (await load()).summary : "";
    found.set(next, { id: next, label });
  }
  return [...found.values()];
}
