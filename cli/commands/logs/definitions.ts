import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const tailShape = {
  arguments: {},
  options: {
    requests: { description: "Only requests" },
    messages: { description: "Only what becomes of messages" },
    errors: { description: "Only what went wrong: answers of 400 and more, failed messages" },
    status: {
      value: "statuses",
      repeat: true,
      description: "Only these, comma-separated: of requests 4xx or 429, of messages failed or delivered",
    },
    method: {
      value: "methods",
      repeat: true,
      description: "Only requests with these methods, comma-separated",
    },
    path: { value: "beginning", description: "Only requests whose path begins like this" },
    channel: { value: "id", description: "Only messages of this channel, and requests about it" },
    message: { value: "id", description: "Only this message, and requests about it" },
    to: { value: "number", description: "Only messages to this number" },
    number: { value: "number", description: "Only messages to or from this number" },
    since: {
      value: "time",
      description: "Begin with what is known from this time on: 10m, 2h (ago) or a date",
    },
    last: {
      value: "count",
      short: "n",
      description:
        "Begin with no more than the last of what is known (of the last 10m, unless --since is given)",
    },
    follow: { description: "Go on as it happens, until Ctrl-C: what it does unless told otherwise" },
    "no-follow": { description: "End after what is known (of the last hour, unless --since is given)" },
  },
} as const;

export const logCommands = [
  defineCommand({
    path: "logs tail",
    summary: "Print requests and what becomes of messages, as it happens",
    description:
      "Print the API requests of the organisation and the steps of its messages, as they happen, until Ctrl-C. Never bodies, queries or secrets. A filter that is about requests leaves messages out, and the other way round. A connection that is lost is made again: no step of a message is missed. Requests are kept in the memory of the daemons, 500 each: what is lost when one of them ends is said.",
    output:
      "One line each, tab-separated: time, `request`, method, status, milliseconds, path, error code, name of the key or user, its id, request id; or time, `message`, out or in, status, milliseconds since it was accepted, number, error code, what it says, type, message id, channel. With --json one JSON object a line, whose kind is `request` or `message`.",
    shape: tailShape,
    examples: [
      { description: "Everything", command: "waypost logs tail" },
      {
        description: "What goes wrong, from ten minutes ago on",
        command: "waypost logs tail --errors --since 10m",
      },
      {
        description: "Who is slowed down, for a script",
        command: "waypost logs tail --requests --status 429 --json | jq -r .actor.name",
      },
      {
        description: "All that is known of one message",
        command: "waypost logs tail --message 01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11 --since 1d --no-follow",
      },
    ],
    exitCodes: [ExitCode.refused, ExitCode.unreachable],
    load: () => import("./tail.ts"),
  }),
];
