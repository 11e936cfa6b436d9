import type { OptionValues } from "../../lib/command/definition.ts";

export const tailOptions = {
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
} as const;

export type TailOptions = OptionValues<typeof tailOptions>;
