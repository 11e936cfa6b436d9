import { defineCommand } from "../../lib/command/command.ts";

export const helpShape = {
  arguments: {
    topic: { description: "exit-codes, environment, a noun, or a command", optional: true },
    verb: { description: "The command's verb", optional: true },
  },
  options: {},
} as const;
export const commandsShape = { arguments: {}, options: {} } as const;

export const helpCommands = [
  defineCommand({
    path: "help",
    summary: "Explain a command, exit-codes or environment",
    output: "The help; one line a code or a variable for the two topics.",
    shape: helpShape,
    examples: [
      { description: "What a script can go by", command: "waypost help exit-codes" },
      { description: "The variables that are read", command: "waypost help environment" },
      { description: "One command", command: "waypost help messages list" },
    ],
    exitCodes: [],
    load: () => import("./help.ts"),
  }),
  defineCommand({
    path: "commands",
    summary: "List every command",
    output:
      "One line a command: what it is called, what it does. With --json all that its help says: arguments, options, output, examples and exit codes.",
    shape: commandsShape,
    examples: [
      {
        description: "Those that change something",
        command: "waypost commands --json | jq -r '.data[] | select(.writes).path'",
      },
    ],
    exitCodes: [],
    load: () => import("./commands.ts"),
  }),
];
