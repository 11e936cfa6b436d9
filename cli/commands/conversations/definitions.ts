import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const statuses = ["open", "closed", "snoozed"] as const;

export const listShape = {
  arguments: {},
  options: {
    channel: { value: "id", description: "Only of this channel" },
    contact: { value: "id", description: "Only with this contact" },
    status: { value: "status", choices: statuses, description: "Only with this status" },
    assignee: { value: "id", description: "Only assigned to this user" },
    tag: { value: "name", description: "Only with this tag" },
    after: { value: "time", description: "Only with news since: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
} as const;
export const getShape = { arguments: { id: { description: "Conversation to show" } }, options: {} } as const;
export const updateShape = {
  arguments: { id: { description: "Conversation to change" } },
  options: {
    status: { value: "status", choices: statuses, description: "New status" },
    assignee: { value: "id", description: "User to assign it to; `none` takes the assignment away" },
  },
} as const;

export const tagShape = {
  arguments: { id: { description: "Conversation to tag" } },
  options: {
    add: { value: "name", repeat: true, description: "Tag to give; may be repeated" },
    remove: { value: "name", repeat: true, description: "Tag to take away; may be repeated" },
  },
} as const;

export const conversationCommands = [
  defineCommand({
    path: "conversations list",
    summary: "List conversations",
    output:
      "One line a conversation, newest message first: id, status, contact, last message, last news, channel.",
    shape: listShape,
    examples: [
      { description: "Who is open", command: "waypost conversations list --status open --all" },
      {
        description: "Where an answer needs no template, as JSON",
        command: "waypost conversations list --json | jq '.data[] | select(.service_window_until) | .id'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "conversations get",
    summary: "Show one conversation",
    output: "The conversation's record.",
    shape: getShape,
    examples: [
      {
        description: "Until when anything may be sent",
        command:
          "waypost conversations get cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --json | jq -r .service_window_until",
      },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "conversations update",
    summary: "Change a conversation's status or assignment",
    output: "The conversation's record.",
    shape: updateShape,
    writes: true,
    examples: [
      {
        description: "Done",
        command: "waypost conversations update cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --status closed",
      },
      {
        description: "Nobody's any more",
        command: "waypost conversations update cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --assignee none",
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "conversations tag",
    summary: "Give a conversation tags, take them away, or list them",
    output: "The conversation's tags.",
    shape: tagShape,
    writes: true,
    examples: [
      {
        description: "One more, one less",
        command: "waypost conversations tag cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --add urgent --remove new",
      },
    ],
    exitCodes: refusals,
    load: () => import("./tag.ts"),
  }),
];
