import { defineCommand } from "../../lib/command.ts";
import { ExitCode } from "../../lib/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const createShape = {
  arguments: { address: { description: "https address that events are posted to" } },
  options: {
    events: { value: "types", repeat: true, description: "Event types, comma-separated (default: all)" },
    channel: {
      value: "id",
      repeat: true,
      description: "Channel whose events it gets; may be repeated (default: all)",
    },
    description: { value: "text", description: "What it is for" },
  },
} as const;
export const listShape = { arguments: {}, options: {} } as const;
export const deleteShape = { arguments: { id: { description: "Endpoint to delete" } }, options: {} } as const;

export const endpointCommands = [
  defineCommand({
    path: "endpoints create",
    summary: "Register a webhook endpoint",
    description: "Register a webhook endpoint. Its signing secret is shown once, now.",
    output: "The new endpoint's record, `secret` being the signing secret.",
    shape: createShape,
    writes: true,
    examples: [
      {
        description: "Status changes and new messages",
        command:
          "waypost endpoints create https://example.com/hook --events message.new,message.status_update",
      },
      {
        description: "Keep only the secret",
        command: "waypost endpoints create https://example.com/hook --json | jq -r .secret",
      },
    ],
    exitCodes: refusals,
    load: () => import("./create.ts"),
  }),
  defineCommand({
    path: "endpoints list",
    summary: "List webhook endpoints",
    output: "One line an endpoint: id, state, address, event types, creation.",
    shape: listShape,
    examples: [
      {
        description: "With the known event types",
        command: "waypost endpoints list --json | jq .event_types",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "endpoints delete",
    summary: "Delete a webhook endpoint",
    output: "Nothing.",
    shape: deleteShape,
    writes: true,
    examples: [
      { description: "Delete one", command: "waypost endpoints delete ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    ],
    exitCodes: refusals,
    load: () => import("./delete.ts"),
  }),
];
