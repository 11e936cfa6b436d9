import { defineCommand } from "../../lib/command/command.ts";

export const completionShape = {
  arguments: { shell: { description: "bash, zsh or fish" } },
  options: {},
} as const;

export const completionCommands = [
  defineCommand({
    path: "completion",
    summary: "Print the completion script of a shell",
    description:
      "Print the completion script of a shell. It completes commands, options, their values, and ids of what there is: those it asks of the daemon.",
    output: "The script.",
    shape: completionShape,
    examples: [
      { description: "bash, in ~/.bashrc", command: 'eval "$(waypost completion bash)"' },
      { description: "zsh, in ~/.zshrc, after compinit", command: 'eval "$(waypost completion zsh)"' },
      {
        description: "fish, in ~/.config/fish/completions",
        command: "waypost completion fish > waypost.fish",
      },
    ],
    exitCodes: [],
    load: () => import("./completion.ts"),
  }),
];
