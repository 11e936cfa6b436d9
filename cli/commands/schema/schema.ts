import { command } from "../../lib/command/command.ts";
import type { Definition, OptionDefinition } from "../../lib/command/definition.ts";
import { exitCodesOf } from "../../lib/command/help.ts";
import { usageFailure } from "../../lib/failures/failure.ts";

export const schema = command({
  path: "schema",
  summary: "Print the JSON Schema of a command's arguments and options",
  description:
    "Print the JSON Schema of a command's arguments and options, by their names, for programs that make command lines; beside it what the command prints and how it can end.",
  output: "An object: `command`, `input` (a JSON Schema), `output` and `exit_codes`.",
  arguments: { command: { description: "Its name: send, or contacts list", repeat: true } },
  examples: [{ description: "What send takes", command: "waypost schema send" }],
  exitCodes: [],
  async run({ cli, arguments: { command: words } }) {
    const path = words.join(" ");
    const found = (await cli.commands()).find((one) => one.path === path);
    if (found === undefined)
      throw usageFailure(`there is no command '${path}'`, "List them: waypost commands");
    await cli.output.json(describe(found));
  },
});

function describe({ path, summary, description = summary, output, ...definition }: Definition) {
  const given = { ...definition.arguments, ...definition.options };
  const required = [
    ...Object.entries(definition.arguments).flatMap(([name, { optional }]) => (optional ? [] : name)),
    ...Object.entries(definition.options).flatMap(([name, one]) => (one.required ? name : [])),
  ];
  const properties = Object.entries(given).map(([name, one]) => [
    name,
    schemaOf(one, name in definition.arguments),
  ]);
  return {
    command: path,
    input: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...{ title: `waypost ${path}`, description, type: "object" },
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    },
    output: { description: output },
    exit_codes: exitCodesOf(definition),
  };
}

/** An option without a value is a switch. */
function schemaOf({ description, choices, value, repeat }: Partial<OptionDefinition>, isArgument: boolean) {
  if (!isArgument && value === undefined) return { description, type: "boolean" };
  const text = { type: "string", ...(choices === undefined ? {} : { enum: choices }) };
  return repeat ? { description, type: "array", items: text } : { description, ...text };
}
