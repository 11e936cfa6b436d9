import { followEvents } from "../../lib/api/event-stream.ts";
import type { Input } from "../../lib/command/command.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import type { tailShape } from "./definitions.ts";
import { eventFilters } from "./filters.ts";
import { printEvent } from "./view.ts";

/** Prints events as they happen, until it is interrupted; says then how to go on from there. */
export async function run({ cli, options }: Input<typeof tailShape>): Promise<void> {
  const { output } = cli;
  const { after } = options;
  const following = followEvents({
    settings: await cli.settings(),
    filters: {
      ...eventFilters(options),
      include_tests: options.tests,
      ...(after === undefined ? {} : { after }),
    },
    timeoutMs: cli.timeoutMs,
    spinner: cli.spinner,
  });
  sayOnInterrupt(() => {
    const cursor = following.cursor();
    // After the ^C that the terminal shows.
    const newLine = output.format === "terminal" ? "\n" : "";
    if (cursor !== undefined) output.note(`${newLine}To go on from here: --after ${cursor}`);
  });
  for await (const followed of following.events) {
    if (followed.kind === "event") await printEvent(cli, followed.event);
    else if (followed.kind === "connected") output.note("Waiting for events.");
    else output.note(`Connecting again: ${followed.reason}.`);
  }
}
