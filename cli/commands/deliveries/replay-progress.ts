import type { Cli } from "../../lib/command/cli.ts";
import type { LiveView } from "../../ui/live-view.tsx";
import { describeProgress, type FollowedReplay, shareDone } from "./replay-share.ts";

/**
 * Shows on standard error how far a replay is: a bar on a terminal, a line for
 * each tenth otherwise, nothing with --quiet.
 */
export async function openReplayProgress(cli: Cli): Promise<LiveView<FollowedReplay>> {
  if (cli.flags.quiet) return { show: () => {}, close: () => {} };
  if (!cli.terminal.canRedraw || cli.output.format === "json") return lines(cli);
  const { openLiveView } = await import("../../ui/live-view.tsx");
  const load = async () => (await import("./replay-progress-view.tsx")).ReplayProgress;
  return openLiveView<FollowedReplay>(load, cli.terminal.errorColours);
}

function lines({ output }: Cli): LiveView<FollowedReplay> {
  let shownTenth = -1;
  return {
    show(replay) {
      const tenth = Math.floor(10 * shareDone(replay));
      // the first count is zero
      if (tenth !== shownTenth && (!replay.dry_run || tenth > 0)) output.note(describeProgress(replay));
      shownTenth = tenth;
    },
    close: () => {},
  };
}
