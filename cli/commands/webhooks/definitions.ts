import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

export const verifyShape = {
  arguments: {
    request: { description: "File with the captured request (default: standard input)", optional: true },
  },
  options: {
    secret: {
      value: "secret",
      description: "The endpoint's signing secret (default: WAYPOST_WEBHOOK_SECRET, else asked for)",
    },
  },
} as const;

export const webhookCommands = [
  defineCommand({
    path: "webhooks verify",
    summary: "Check the signature of a captured webhook",
    description:
      'Check the signature of a captured webhook, whatever its age. The request is the text of an HTTP request (its headers, an empty line, its body) or JSON: {"headers":{...},"body":"..."}. Nothing is sent anywhere.',
    output: "The webhook-id, the event type, when it was sent, and `valid`.",
    shape: verifyShape,
    examples: [
      {
        description: "What a receiver has written to a file",
        command: "waypost webhooks verify request.txt --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      },
      {
        description: "In a script",
        command: "cat request.json | waypost webhooks verify --json",
      },
    ],
    exitCodes: [ExitCode.failed],
    load: () => import("./verify.ts"),
  }),
];
