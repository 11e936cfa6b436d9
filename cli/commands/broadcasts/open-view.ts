import type { Cli } from "../../lib/command/cli.ts";
import type { LiveView } from "../../ui/live-view.tsx";
import { openProgressBar } from "../../ui/progress.ts";
import type { BroadcastProgress } from "./progress-view.tsx";

/** Shows on standard error how far a broadcast is: drawn in place on a terminal, lines otherwise, nothing with --quiet. */
export async function openView(cli: Cli): Promise<LiveView<BroadcastProgress>> {
  if (cli.flags.quiet || !cli.terminal.canRedraw || cli.output.format === "json")
    return await openProgressBar(cli);
  // loaded here because the terminal library takes a while to load
  const { openLiveView } = await import("../../ui/live-view.tsx");
  const load = async () => (await import("./progress-view.tsx")).BroadcastView;
  return openLiveView<BroadcastProgress>(load, cli.terminal.errorColours);
}
