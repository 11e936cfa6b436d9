import type { Cli } from "../../lib/command/cli.ts";
import type { Progress } from "./live-progress.tsx";

/**
 * Shows on standard error how far the message is: redrawn in place on a
 * terminal, one line for each new status otherwise, nothing with --quiet.
 */
export async function openProgress(cli: Cli, goal: { to: string; target: string }): Promise<Progress> {
  if (cli.flags.quiet) return { show: () => {}, close: () => {} };
  if (!cli.terminal.canRedraw || cli.output.format === "json") return lines(cli);
  // Loaded here because the terminal library takes longer to load than sending takes.
  const { openLiveProgress } = await import("./live-progress.tsx");
  return openLiveProgress(goal, cli.terminal.errorColours);
}

function lines({ output }: Cli): Progress {
  let last = "";
  return {
    show({ status }) {
      if (status !== last) output.note(status);
      last = status;
    },
    close: () => {},
  };
}
