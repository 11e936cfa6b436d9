import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { endpointDetails } from "./columns.ts";

export const getEndpoint = command({
  path: "endpoints get",
  summary: "Show a webhook endpoint",
  output: "The endpoint's record.",
  arguments: { id: { of: "endpoints", description: "Endpoint to show" } },
  examples: [{ description: "Its state", command: "waypost endpoints get ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T" }],
  run: ({ cli, arguments: path }) =>
    show(cli, "GET /v1/settings/developer/webhooks/endpoints/{id}", { path }, endpointDetails),
});
