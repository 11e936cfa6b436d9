import { command } from "../../lib/command/command.ts";
import type { Definition } from "../../lib/command/definition.ts";
import { exitCodesOf } from "../../lib/command/help.ts";
import { GLOBAL_OPTIONS } from "../../lib/command/parser.ts";
import { EXIT_CODE_MEANINGS } from "../../lib/failures/exit-codes.ts";

export const listCommands = command({
  path: "commands",
  summary: "List every command",
  output:
    "One line for each command: its name and what it does. With --json, everything in its help: arguments, options, output, examples and exit codes.",
  examples: [
    {
      description: "Commands that change something",
      command: "waypost commands --json | jq -r '.data[] | select(.writes).path'",
    },
  ],
  exitCodes: [],
  async run({ cli }) {
    const data = (await cli.commands()).map(describe);
    if (cli.output.format === "json")
      return await cli.output.json({ data, global_options: GLOBAL_OPTIONS, exit_codes: EXIT_CODE_MEANINGS });
    await cli.output.rows(data, [
      { title: "command", value: ({ path }) => path },
      { title: "what it does", value: ({ summary }) => summary },
    ]);
  },
});

function describe(definition: Definition) {
  const { path, summary, description, output, examples, writes } = definition;
  return {
    path,
    summary,
    description: description ?? summary,
    writes: writes ?? false,
    arguments: Object.entries(definition.arguments).map(([name, { description, optional, repeat }]) => ({
      name,
      description,
      required: optional !== true,
      repeatable: repeat ?? false,
    })),
    options: Object.entries(definition.options).map(([name, option]) => ({
      name: `--${name}`,
      value: option.value ?? null,
      description: option.description,
      required: option.required ?? false,
      repeatable: option.repeat ?? false,
      choices: option.choices ?? null,
    })),
    output,
    examples,
    exit_codes: exitCodesOf(definition),
  };
}
