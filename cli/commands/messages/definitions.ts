import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;

export const getShape = { arguments: { id: { description: "Message to show" } }, options: {} } as const;
export const statusShape = {
  arguments: { id: { description: "Message: its id, or the provider's with --channel" } },
  options: { channel: { value: "id", description: "Channel that the provider's id is of" } },
} as const;
export const batchShape = {
  arguments: {
    file: { description: "Messages as JSON lines, as `POST /v1/messages` takes them; `-` is standard input" },
  },
  options: {
    "idempotency-key": { value: "key", description: "Repeating with the same key sends nothing twice" },
  },
} as const;
export const cancelShape = {
  arguments: {
    id: { description: "Message to cancel (default: all that the options name)", optional: true },
  },
  options: {
    channel: { value: "id", description: "Those of this channel" },
    conversation: { value: "id", description: "Those of this conversation" },
    contact: { value: "id", description: "Those to this contact" },
    status: {
      value: "status",
      choices: ["queued", "scheduled"],
      description: "Those with this status (default: either)",
    },
    type: { value: "type", description: "Those of this type, for example template" },
    to: { value: "number", description: "Those to this number" },
    after: { value: "time", description: "Those accepted since: 2h, 7d (ago) or a date" },
    before: { value: "time", description: "Those accepted before: 2h, 7d (ago) or a date" },
    all: { description: "Everything that waits" },
    wait: { description: "Wait until all are cancelled, at most --timeout (default 10m)" },
    ...yesOption,
  },
} as const;
export const cancellationShape = {
  arguments: { cancellation: { description: "Cancellation to show" } },
  options: {},
} as const;
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
    path: "messages status",
    summary: "Show the status of a message and how it came to it",
    output: "id, status, channel, the provider's id, error, change, history.",
    shape: statusShape,
    examples: [
      {
        description: "By the provider's id",
        command: "waypost messages status wamid.HBgL --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
      },
    ],
    exitCodes: refusals,
    load: () => import("./status.ts"),
  }),
  defineCommand({
    path: "messages batch",
    summary: "Send up to 1,000 messages at once",
    description:
      "Send up to 1,000 messages at once. Each is accepted or refused on its own; any that is refused ends the command with exit code 5.",
    output: "One line a message, in their order: status code, id or error code, number or what is wrong.",
    shape: batchShape,
    writes: true,
    examples: [
      {
        description: "From a file that another program made",
        command: "waypost messages batch reminders.ndjson --idempotency-key reminders-2026-11-21",
      },
    ],
    exitCodes: [...refusals, ExitCode.failed],
    load: () => import("./batch.ts"),
  }),
  defineCommand({
    path: "messages cancel",
    summary: "Cancel messages that wait",
    description:
      "Cancel a message that is queued or scheduled: it is never sent. Later it is too late. Without an id, cancel all that the options name: they are counted, on a terminal it asks, and the daemon cancels them piece by piece, also without the command. With --dry-run they are only counted.",
    output: "The message's record; without an id that of the cancellation, with --dry-run only `matched`.",
    shape: cancelShape,
    writes: true,
    examples: [
      {
        description: "Take back what was to be sent later",
        command: "waypost messages cancel 01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f",
      },
      {
        description: "Take back all that waits on a channel",
        command:
          "waypost messages cancel --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --status queued --wait --yes",
      },
    ],
    exitCodes: [...refusals, ExitCode.timeout],
    load: () => import("./cancel.ts"),
  }),
  defineCommand({
    path: "messages cancellation",
    summary: "Show how far the cancelling of many messages is",
    output: "The cancellation's record.",
    shape: cancellationShape,
    examples: [
      {
        description: "How many it was so far",
        command: "waypost messages cancellation can_01JDB2M5S8V0ZC3K7Q2M4N6P8S --json | jq .cancelled",
      },
    ],
    exitCodes: refusals,
    load: () => import("./cancellation.ts"),
  }),
];
