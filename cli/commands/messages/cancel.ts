import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { cancelMany } from "./cancel-many.ts";
import { cancelOptions, filtersOf } from "./cancel-options.ts";
import { messageDetails } from "./columns.ts";

export const cancelMessages = command({
  path: "messages cancel",
  summary: "Cancel messages that wait",
  description:
    "Cancel a message that is queued or scheduled, so that it is never sent. Without an id, cancel all messages that match the options: they are counted, you confirm on a terminal, and the daemon cancels them in the background. With --dry-run they are only counted.",
  output: "The message's record; without an id, that of the cancellation; with --dry-run, only `matched`.",
  arguments: {
    id: {
      of: "messages",
      description: "Message to cancel (default: all that match the options)",
      optional: true,
    },
  },
  options: cancelOptions,
  writes: true,
  examples: [
    {
      description: "Cancel scheduled messages",
      command: "waypost messages cancel 01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f",
    },
    {
      description: "Cancel everything that waits on a channel",
      command: "waypost messages cancel --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --status queued --wait --yes",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.timeout],
  async run({ cli, arguments: { id }, options }) {
    const filters = filtersOf(options);
    const isFiltered = Object.keys(filters).length > 0;
    if (id === undefined && !isFiltered)
      throw usageFailure(
        "give a message, or options that select messages",
        "For everything that waits: --all",
      );
    if (id === undefined) return await cancelMany(cli, filters, options);
    if (isFiltered) throw usageFailure("give a message or options, not both");
    await change(cli, "POST /v1/messages/{id}/cancel", { path: { id } }, messageDetails);
  },
});
