import type { Cli } from "../command/cli.ts";
import { usageFailure } from "../failures/failure.ts";
import { promptHidden } from "./prompt.ts";
import { readInputLine } from "./stdin.ts";

export type SecretSource = {
  /** The option's value; `-` means standard input. */
  given: string | undefined;
  variable: string;
  question: string;
  /** The failure's message when it is given nowhere. */
  absent: string;
  hint: string;
};

/** A secret from its option, its variable, a prompt that does not echo, or the first line of standard input. */
export async function readSecret(
  cli: Cli,
  { given, variable, question, absent, hint }: SecretSource,
): Promise<string> {
  const secret =
    given === "-" ? await readInputLine() : given || cli.environment[variable] || (await ask(cli, question));
  if (secret.trim() === "") throw usageFailure(absent, hint);
  return secret.trim();
}

function ask(cli: Cli, question: string): Promise<string> {
  return cli.terminal.canPrompt ? promptHidden(`${question} (hidden): `) : readInputLine();
}
