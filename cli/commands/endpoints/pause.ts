import { command } from "../../lib/command/command.ts";
import { enableEndpoint } from "./enable.ts";

export const pauseEndpoint = command({
  path: "endpoints pause",
  summary: "Pause a webhook endpoint",
  description: "Pause a webhook endpoint: nothing is delivered, and events wait for it.",
  output: "The endpoint's record.",
  arguments: { id: { of: "endpoints", description: "Endpoint to pause" } },
  writes: true,
  examples: [
    {
      description: "Before its receiver is changed",
      command: "waypost endpoints pause ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: { id } }) => enableEndpoint(cli, id, false),
});
