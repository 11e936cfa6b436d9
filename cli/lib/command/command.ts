import { API_EXIT_CODES } from "../failures/exit-codes.ts";
import type { Cli } from "./cli.ts";
import type { Arguments, ArgumentValues, Definition, Options, OptionValues } from "./definition.ts";

/** A command: its definition, and what it does with what the command line gives. */
export type Command = Definition & {
  run(input: {
    cli: Cli;
    arguments: Readonly<Record<string, unknown>>;
    options: Readonly<Record<string, unknown>>;
  }): Promise<void>;
};

/** Every command by its path, in the order of the help, with what loads it. */
export type CommandList = Readonly<Record<string, () => Promise<Command>>>;

type Nothing = Readonly<Record<never, never>>;

/**
 * Makes a command. The arguments of `run` have the types that its definition declares: the parser is made from the same
 * definition. A command ends as one that calls the API can, unless it says otherwise.
 */
export function command<
  const DeclaredArguments extends Arguments = Nothing,
  const DeclaredOptions extends Options = Nothing,
>(
  definition: Omit<Definition, "arguments" | "options" | "exitCodes"> & {
    arguments?: DeclaredArguments;
    options?: DeclaredOptions;
    exitCodes?: Definition["exitCodes"];
    run(input: {
      cli: Cli;
      arguments: ArgumentValues<DeclaredArguments>;
      options: OptionValues<DeclaredOptions>;
    }): Promise<void>;
  },
): Command {
  return { arguments: {}, options: {}, exitCodes: API_EXIT_CODES, ...definition };
}
