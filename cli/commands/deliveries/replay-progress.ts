import type { Cli } from "../../lib/cli.ts";
import type { Replay } from "../../lib/webhook-types.ts";
import type { LiveView } from "../../ui/live-view.tsx";

/**
 * Shows on standard error how far a replay is: a bar on a terminal, a line for
 * each tenth otherwise, nothing with --quiet.
 */
export async function openReplayProgress(cli: Cli): Promise<LiveView<Replay>> {
  if (cli.flags.quiet) return { show: () => {}, close: () => {} };
  if (!cli.terminal.canRedraw || cli.flags.json) return lines(cli);
  const { openLiveView } = await import("../../ui/live-view.tsx");
  const load = async () => (await import("../../ui/replay-progress.tsx")).ReplayProgress;
  return openLiveView<Replay>(load, cli.terminal.errorColours);
}

function lines({ output }: Cli): LiveView<Replay> {
  let told = -1;
  return {
    show({ matched, succeeded, exhausted }) {
      const done = succeeded + exhausted;
      const tenth = matched === 0 ? 10 : Math.floor((10 * done) / matched);
      if (tenth !== told) output.note(`${done} of ${matched}`);
      told = tenth;
    },
    close: () => {},
  };
}
