import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const channel = { value: "id", description: "Only what came in on this channel" } as const;

export const listShape = { arguments: {}, options: { channel, ...pagingOptions } } as const;
export const retryShape = {
  arguments: { id: { description: "One of the list", optional: true } },
  options: { all: { description: "All that are set aside" }, channel },
} as const;

export const inboundCommands = [
  defineCommand({
    path: "inbound list",
    summary: "List what came in and could not be processed",
    description:
      "List the calls of WhatsApp to the organisation's channels that are set aside: they are wrong themselves, or failed again and again. What fails for another reason, such as a full disk, is not among them: it is tried again by itself. What is in a call is not shown.",
    output:
      "One line a call, newest first: id, channel, arrival, attempts, bytes, provider, failure, reason.",
    shape: listShape,
    examples: [
      { description: "All of them", command: "waypost inbound list --all" },
      {
        description: "The reasons, counted",
        command: "waypost inbound list --all --json | jq -r '.data[].reason' | sort | uniq -c",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "inbound retry",
    summary: "Process again what could not be processed",
    description:
      "Process a call again that is set aside, or all of them: after an upgrade that mends what failed. Each goes to its old place, before what came in later; what was taken of it already does not change. One that fails again is set aside again.",
    output: "How many are processed again, and how many are still set aside.",
    shape: retryShape,
    writes: true,
    examples: [
      { description: "One of them", command: "waypost inbound retry inb_01JDB2M5S8V0ZC3K7Q2M4N6P8R" },
      { description: "All of them", command: "waypost inbound retry --all" },
    ],
    exitCodes: refusals,
    load: () => import("./retry.ts"),
  }),
];
