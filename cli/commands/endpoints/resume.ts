import { command } from "../../lib/command/command.ts";
import { enableEndpoint } from "./enable.ts";

export const resumeEndpoint = command({
  path: "endpoints resume",
  summary: "Let a paused or disabled webhook endpoint go on",
  description: "Let a paused or disabled webhook endpoint go on: what waited for it is delivered.",
  output: "The endpoint's record.",
  arguments: { id: { description: "Endpoint that goes on" } },
  writes: true,
  examples: [
    {
      description: "When its receiver is back",
      command: "waypost endpoints resume ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: { id } }) => enableEndpoint(cli, id, true),
});
