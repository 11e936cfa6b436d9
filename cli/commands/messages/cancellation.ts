import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { cancellationColumns } from "./columns.ts";

export const showCancellation = command({
  path: "messages cancellation",
  summary: "Show the progress of a cancellation",
  output: "The cancellation's record.",
  arguments: { cancellation: { description: "Cancellation to show" } },
  examples: [
    {
      description: "How many so far",
      command: "waypost messages cancellation can_01JDB2M5S8V0ZC3K7Q2M4N6P8S --json | jq .cancelled",
    },
  ],
  run: ({ cli, arguments: { cancellation: id } }) =>
    show(cli, "GET /v1/messages/cancellations/{id}", { path: { id } }, cancellationColumns),
});
