import { defineCommand } from "../../lib/command.ts";
import { ExitCode } from "../../lib/exit-codes.ts";
import { pagingOptions } from "../../lib/paging.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const getShape = { arguments: { id: { description: "Message to show" } }, options: {} } as const;
export const cancelShape = { arguments: { id: { description: "Message to cancel" } }, options: {} } as const;
export const listShape = {
  arguments: {},
  options: {
    channel: { value: "id", description: "Only of this channel" },
    conversation: { value: "id", description: "Only of this conversation" },
    contact: { value: "id", description: "Only with this contact" },
    direction: {
      value: "direction",
      choices: ["inbound", "outbound"],
      description: "Only received or only sent ones",
    },
    status: { value: "status", description: "Only with this status, for example failed" },
    type: { value: "type", description: "Only of this type, for example template" },
    to: { value: "number", description: "Only to this number" },
    after: { value: "time", description: "Only younger: 2h, 7d (ago) or a date" },
    before: { value: "time", description: "Only older: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
} as const;

export const messageCommands = [
  defineCommand({
    path: "messages list",
    summary: "List messages",
    output: "One line a message, newest first: id, status, number, type, creation, direction, channel.",
    shape: listShape,
    examples: [
      {
        description: "What failed in the last hour",
        command: "waypost messages list --status failed --after 1h --all",
      },
      {
        description: "As JSON, for jq",
        command: "waypost messages list --limit 100 --json | jq '.data[].id'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "messages get",
    summary: "Show one message",
    output: "The message's record.",
    shape: getShape,
    examples: [
      {
        description: "Its status alone",
        command: "waypost messages get 01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f --json | jq -r .status",
      },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "messages cancel",
    summary: "Cancel a message that waits",
    description: "Cancel a message that is queued or scheduled: it is never sent. Later it is too late.",
    output: "The message's record.",
    shape: cancelShape,
    writes: true,
    examples: [
      {
        description: "Take back what was to be sent later",
        command: "waypost messages cancel 01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f",
      },
    ],
    exitCodes: refusals,
    load: () => import("./cancel.ts"),
  }),
];
