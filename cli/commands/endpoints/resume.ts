import { command } from "../../lib/command/command.ts";
import { enableEndpoint } from "./enable.ts";

export const resumeEndpoint = command({
  path: "endpoints resume",
  summary: "Resume a paused or disabled webhook endpoint",
  description: "Resume a paused or disabled webhook endpoint: events that waited for it are delivered.",
  output: "The endpoint's record.",
  arguments: { id: { of: "endpoints", description: "Endpoint to resume" } },
  writes: true,
  examples: [
    {
      description: "When its receiver is back",
      command: "waypost endpoints resume ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: { id } }) => enableEndpoint(cli, id, true),
});
