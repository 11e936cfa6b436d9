import { followEvents } from "../../lib/api/event-stream.ts";
import { command } from "../../lib/command/command.ts";
import { sayOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { given } from "../../lib/values/given.ts";
import { eventFilterOptions, eventFilters } from "./filters.ts";
import { printEvent } from "./print.ts";

export const tailEvents = command({
  path: "events tail",
  summary: "Print events as they happen",
  description:
    "Print events as they happen, until Ctrl-C. Reconnects by itself, and continues after the last event that was printed.",
  output: "One line for each event: id, type, creation, body; with --json, one JSON object per line.",
  options: {
    ...eventFilterOptions,
    tests: { description: "Include test events" },
    after: { value: "id", description: "Start after this event (default: now)" },
  },
  examples: [
    { description: "Everything", command: "waypost events tail" },
    {
      description: "New messages into a program",
      command: "waypost events tail --events message.new --json | jq -c .body",
    },
    {
      description: "Continue where it stopped",
      command: "waypost events tail --after evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
    },
  ],
  async run({ cli, options }) {
    const { output } = cli;
    const { after } = options;
    const following = followEvents({
      settings: await cli.settings(),
      filters: {
        ...eventFilters(options),
        include_tests: options.tests,
        ...given({ after }),
      },
      timeoutMs: cli.timeoutMs,
      spinner: cli.spinner,
    });
    sayOnInterrupt(() => {
      const cursor = following.cursor();
      // After the ^C that the terminal shows.
      const newLine = output.format === "terminal" ? "\n" : "";
      if (cursor !== undefined) output.note(`${newLine}To continue from here: --after ${cursor}`);
    });
    for await (const followed of following.events) {
      if (followed.kind === "event") await printEvent(cli, followed.event);
      else if (followed.kind === "connected") output.note("Waiting for events.");
      else output.note(`Reconnecting: ${followed.reason}.`);
    }
  },
});
