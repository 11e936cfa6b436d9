import type { ExitCode } from "../failures/exit-codes.ts";
import type { Resource } from "./resources.ts";

/** The choices where a value is left out on a terminal, and for completion. */
export type Offered = {
  /** The only words it can be. */
  choices?: readonly string[];
  /** The resource that it names by id or name. */
  of?: Resource;
};

export type ArgumentDefinition = Offered & {
  description: string;
  optional?: true;
  /** Takes every word that follows; only the last one can. */
  repeat?: true;
};

export type OptionDefinition = Offered & {
  description: string;
  /** Name of the value in the help; an option without one is a switch. */
  value?: string;
  /** A letter that may be written instead, after one dash. */
  short?: string;
  repeat?: true;
  required?: true;
};

export type Arguments = Readonly<Record<string, ArgumentDefinition>>;
export type Options = Readonly<Record<string, OptionDefinition>>;

export type Example = { description: string; command: string };

/** All there is to say of a command: what its parser, its help and its completion are made of. */
export type Definition = {
  /** `noun verb`, or one word. */
  path: string;
  summary: string;
  /** More than the summary, for the command's own help. */
  description?: string;
  /** What standard output carries. */
  output: string;
  arguments: Arguments;
  options: Options;
  examples: readonly Example[];
  /** Besides 0, 1, 2 and 130, which every command has. */
  exitCodes: readonly ExitCode[];
  /** Whether it sends what is not only a question by GET, and so takes --dry-run. */
  writes?: true;
};

/** How an argument stands in a command line. */
export function argumentTerm(name: string, { optional, repeat }: ArgumentDefinition): string {
  const term = repeat ? `${name}...` : name;
  return optional ? `[${term}]` : `<${term}>`;
}

/** The value of each argument. */
export type ArgumentValues<Declared extends Arguments> = {
  [Name in keyof Declared]: Declared[Name] extends { repeat: true }
    ? string[]
    : Declared[Name] extends { optional: true }
      ? string | undefined
      : string;
};

/** The value of each option. */
export type OptionValues<Declared extends Options> = {
  [Name in keyof Declared]: OptionValue<Declared[Name]>;
};

type OptionValue<Declared> = Declared extends { value: string }
  ? Declared extends { repeat: true }
    ? string[]
    : Declared extends { required: true }
      ? string
      : string | undefined
  : boolean;
