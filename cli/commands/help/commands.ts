import type { Input } from "../../lib/command/command.ts";
import type { Definition } from "../../lib/command/definition.ts";
import { exitCodesOf } from "../../lib/command/help.ts";
import { GLOBAL_OPTIONS } from "../../lib/command/parser.ts";
import { EXIT_CODE_MEANINGS } from "../../lib/failures/exit-codes.ts";
import type { commandsShape } from "./definitions.ts";

/** Lists every command, as JSON with all that its help says. */
export async function run({ cli }: Input<typeof commandsShape>): Promise<void> {
  const data = (await cli.commands()).map(describe);
  if (cli.output.format === "json")
    return await cli.output.json({ data, global_options: GLOBAL_OPTIONS, exit_codes: EXIT_CODE_MEANINGS });
  await cli.output.rows(data, [
    { title: "command", value: ({ path }) => path },
    { title: "what it does", value: ({ summary }) => summary },
  ]);
}

function describe(command: Definition) {
  const { path, summary, description, output, examples, writes } = command;
  return {
    path,
    summary,
    description: description ?? summary,
    writes: writes ?? false,
    arguments: Object.entries(command.arguments).map(([name, { description, optional }]) => ({
      name,
      description,
      required: optional !== true,
    })),
    options: Object.entries(command.options).map(([name, option]) => ({
      name: `--${name}`,
      value: option.value ?? null,
      description: option.description,
      required: option.required ?? false,
      repeatable: option.repeat ?? false,
      choices: option.choices ?? null,
    })),
    output,
    examples,
    exit_codes: exitCodesOf(command),
  };
}
