import type { OptionValues } from "../../lib/command/definition.ts";

export const tailOptions = {
  requests: { description: "Only requests" },
  messages: { description: "Only messages" },
  errors: { description: "Only failures: responses of 400 and more, failed messages" },
  status: {
    value: "statuses",
    repeat: true,
    description: "Only these, comma-separated: 4xx or 429 for requests, failed or delivered for messages",
  },
  method: {
    value: "methods",
    repeat: true,
    description: "Only requests with these methods, comma-separated",
  },
  path: { value: "beginning", description: "Only requests whose path begins with this" },
  channel: {
    value: "id",
    of: "channels",
    description: "Only messages of this channel, and requests about it",
  },
  message: { value: "id", of: "messages", description: "Only this message, and requests about it" },
  to: { value: "number", description: "Only messages to this number" },
  number: { value: "number", description: "Only messages to or from this number" },
  since: {
    value: "time",
    description: "Start with entries since: 10m, 2h (ago) or a date",
  },
  last: {
    value: "count",
    short: "n",
    description:
      "Start with at most this many of the latest entries (of the last 10m, unless --since is given)",
  },
  follow: { description: "Keep printing until Ctrl-C (the default)" },
  "no-follow": { description: "Print past entries (of the last hour, unless --since is given) and exit" },
} as const;

export type TailOptions = OptionValues<typeof tailOptions>;
