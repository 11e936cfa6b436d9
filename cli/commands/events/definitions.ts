import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { filterOptions } from "./filters.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const tests = { description: "Also events that were made to try something out" } as const;

export const listShape = {
  arguments: {},
  options: {
    ...filterOptions,
    tests,
    ndjson: { description: "One event a line, as JSON" },
    ...pagingOptions,
    cursor: { value: "id", description: "Start after this event" },
  },
} as const;
export const tailShape = {
  arguments: {},
  options: {
    ...filterOptions,
    tests,
    after: { value: "id", description: "Start after this event (default: now)" },
  },
} as const;
export const typesShape = { arguments: {}, options: {} } as const;

export const eventCommands = [
  defineCommand({
    path: "events list",
    summary: "List what happened",
    description: "List what happened: the same events that endpoints are sent, oldest first.",
    output: "One line an event, oldest first: id, type, creation, body.",
    shape: listShape,
    examples: [
      { description: "The last two hours", command: "waypost events list --since 2h --all" },
      {
        description: "What failed today, for jq",
        command:
          "waypost events list --events message.status_update --since 1d --all --ndjson | jq 'select(.body.status == \"failed\")'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "events tail",
    summary: "Print events as they happen",
    description:
      "Print events as they happen, until Ctrl-C. A connection that is lost is made again, from the last event that was printed.",
    output: "One line an event: id, type, creation, body; with --json one JSON object a line.",
    shape: tailShape,
    examples: [
      { description: "Everything", command: "waypost events tail" },
      {
        description: "New messages into a program",
        command: "waypost events tail --events message.new --json | jq -c .body",
      },
      {
        description: "Go on where it was stopped",
        command: "waypost events tail --after evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
      },
    ],
    exitCodes: refusals,
    load: () => import("./tail.ts"),
  }),
  defineCommand({
    path: "events types",
    summary: "List the event types there are",
    output:
      "One line a type: its name, and when it happens; with --json also its body's schema and an example.",
    shape: typesShape,
    examples: [
      { description: "All of them", command: "waypost events types" },
      {
        description: "What a new message looks like",
        command: "waypost events types --json | jq '.data[] | select(.type == \"message.new\").example'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./types.ts"),
  }),
];
