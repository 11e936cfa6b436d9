import type { Environment } from "../terminal/terminal.ts";
import { profilePath, readProfiles, writeProfiles } from "./profiles.ts";
import { own } from "./settings.ts";

/** This user's own short names for command lines, by name. */
export type Aliases = Readonly<Record<string, string>>;

/** The aliases that are kept with the profiles. */
export async function readAliases(environment: Environment): Promise<Aliases> {
  return (await readProfiles(profilePath(environment))).aliases ?? {};
}

/** Replaces the aliases, and leaves the profiles as they are. */
export async function writeAliases(environment: Environment, aliases: Aliases): Promise<void> {
  const path = profilePath(environment);
  await writeProfiles(path, { ...(await readProfiles(path)), aliases });
}

/** The words of an alias: parted at spaces, except within quotes. */
export function aliasWords(text: string): string[] {
  const words = text.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
}

/**
 * A command line in which an alias is replaced by its words: `$1` and so on by what follows it, which otherwise comes
 * after them. `at` is where the name stands. Undefined when no alias has the name.
 */
export function expandAlias(argv: readonly string[], at: number, aliases: Aliases): string[] | undefined {
  const text = own(aliases, argv[at] ?? "");
  if (text === undefined) return undefined;
  const words = aliasWords(text);
  const given = argv.slice(at + 1);
  const places = words.flatMap((word) => [...word.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)));
  const filled = words.map((word) =>
    word.replaceAll(/\$(\d)/g, (_, digit) => given[Number(digit) - 1] ?? ""),
  );
  return [...argv.slice(0, at), ...filled, ...given.slice(Math.max(0, ...places))];
}
