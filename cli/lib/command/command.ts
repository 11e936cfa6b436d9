import type { ExitCode } from "../failures/exit-codes.ts";
import type { Cli } from "./cli.ts";

export type ArgumentDefinition = { description: string; optional?: true };

export type OptionDefinition = {
  description: string;
  /** Name of the value in the help; an option without one is a switch. */
  value?: string;
  /** A letter that may be written instead, after one dash. */
  short?: string;
  repeat?: true;
  required?: true;
  choices?: readonly string[];
};

/** What a command takes from the command line. */
export type Shape = {
  arguments: Readonly<Record<string, ArgumentDefinition>>;
  options: Readonly<Record<string, OptionDefinition>>;
};

type OptionValue<Definition> = Definition extends { value: string }
  ? Definition extends { repeat: true }
    ? string[]
    : Definition extends { required: true }
      ? string
      : string | undefined
  : boolean;

/** What the function of a command is given: exactly what its shape declares. */
export type Input<Declared extends Shape> = {
  cli: Cli;
  arguments: {
    [Name in keyof Declared["arguments"]]: Declared["arguments"][Name] extends { optional: true }
      ? string | undefined
      : string;
  };
  options: { [Name in keyof Declared["options"]]: OptionValue<Declared["options"][Name]> };
};

export type Example = { description: string; command: string };

type Description = {
  /** `noun verb`, or one word. */
  path: string;
  summary: string;
  /** More than the summary, for the command's own help. */
  description?: string;
  /** What standard output carries. */
  output: string;
  examples: readonly Example[];
  /** Besides 0, 1, 2 and 130, which every command has. */
  exitCodes: readonly ExitCode[];
  /** Whether it sends what is not only a question by GET, and so takes --dry-run. */
  writes?: true;
};

/** A command as data: enough for parsing and help; its code is loaded when it runs. */
export type Command = Description & {
  shape: Shape;
  execute(
    cli: Cli,
    values: { arguments: Record<string, unknown>; options: Record<string, unknown> },
  ): Promise<void>;
};

/** Ties a command's code to its shape, so that the compiler compares them. */
export function defineCommand<Declared extends Shape>(
  definition: Description & {
    shape: Declared;
    load: () => Promise<{ run: (input: Input<Declared>) => Promise<void> }>;
  },
): Command {
  const { load, ...description } = definition;
  return {
    ...description,
    async execute(cli, values) {
      const { run } = await load();
      // The parser was built from the same shape, so the values have its types.
      await run({ cli, ...values } as Input<Declared>);
    },
  };
}
