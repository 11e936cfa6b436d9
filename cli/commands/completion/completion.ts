import { command } from "../../lib/command/command.ts";
import { COMPLETION_SCRIPTS } from "../../lib/command/completion-scripts.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { own } from "../../lib/settings/settings.ts";

export const completion = command({
  path: "completion",
  summary: "Print the completion script of a shell",
  description:
    "Print the completion script of a shell. It completes commands, options, values and ids; ids come from the daemon.",
  output: "The script.",
  arguments: { shell: { description: "bash, zsh or fish", choices: Object.keys(COMPLETION_SCRIPTS) } },
  examples: [
    { description: "bash, in ~/.bashrc", command: 'eval "$(waypost completion bash)"' },
    { description: "zsh, in ~/.zshrc, after compinit", command: 'eval "$(waypost completion zsh)"' },
    {
      description: "fish, in ~/.config/fish/completions",
      command: "waypost completion fish > waypost.fish",
    },
  ],
  exitCodes: [],
  async run({ cli, arguments: { shell } }) {
    const script = own<string>(COMPLETION_SCRIPTS, shell);
    if (script === undefined)
      throw usageFailure(`'${shell}' is not a supported shell`, "Say bash, zsh or fish.");
    await cli.output.bytes(new Blob([script]).stream());
  },
});
