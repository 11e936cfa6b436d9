import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteEndpoint = command({
  path: "endpoints delete",
  summary: "Delete a webhook endpoint",
  output: "Nothing.",
  arguments: { id: { of: "endpoints", description: "Endpoint to delete" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "Delete one", command: "waypost endpoints delete ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/settings/developer/webhooks/endpoints/{id}", {
      path,
      yes,
      question: `Delete ${path.id}? What is still to be delivered to it is not.`,
      done: `Deleted ${path.id}.`,
    }),
});
