import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const endpoint = { value: "id", description: "Only to this endpoint" } as const;

export const listShape = {
  arguments: {},
  options: {
    endpoint,
    event: { value: "type", description: "Only of this event type" },
    status: {
      value: "status",
      choices: ["pending", "succeeded", "failed", "exhausted"],
      description: "failed is tried again, exhausted is not",
    },
    "webhook-id": { value: "id", description: "Only attempts of this event" },
    since: { value: "time", description: "Made since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Made before: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
} as const;
export const getShape = { arguments: { id: { description: "Delivery to show" } }, options: {} } as const;
export const retryShape = {
  arguments: { id: { description: "webhook-id of the event, or one of its deliveries" } },
  options: {
    endpoint: { value: "id", description: "To this endpoint, also when it has taken the event" },
    wait: { description: "Wait for the answers, at most --timeout (default 20s)" },
  },
} as const;
export const replayShape = {
  arguments: {},
  options: {
    since: { value: "time", required: true, description: "Events since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Events before: 2h, 7d (ago) or a date (default: now)" },
    endpoint: { ...endpoint, description: "Only to this endpoint (default: every enabled one)" },
    event: { value: "types", repeat: true, description: "Only these event types, comma-separated" },
    status: {
      value: "status",
      choices: ["failed", "exhausted", "succeeded", "all"],
      description:
        "failed: whatever was not taken; exhausted: only what is not tried again by itself (default: failed)",
    },
    "dry-run": { description: "Only count" },
    yes: { description: "Don't ask" },
  },
} as const;

export const deliveryCommands = [
  defineCommand({
    path: "deliveries list",
    summary: "List deliveries of events to endpoints",
    output:
      "One line an attempt, newest first: id, status, event type, attempt, answer, milliseconds, creation, endpoint, webhook-id, error.",
    shape: listShape,
    examples: [
      {
        description: "What failed in the last two hours",
        command: "waypost deliveries list --since 2h --status failed --all",
      },
      {
        description: "All attempts of one event",
        command: "waypost deliveries list --webhook-id evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "deliveries get",
    summary: "Show one delivery",
    output: "The attempt's record, with the beginning of the answer.",
    shape: getShape,
    examples: [
      {
        description: "What the endpoint answered",
        command: "waypost deliveries get dlv_01JDB2M5S8V0ZC3K7Q2M4N6P8R --json | jq -r .response_body",
      },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "deliveries retry",
    summary: "Deliver one event again now",
    description:
      "Deliver one event again now, to every enabled endpoint that has not taken it, or to the one named.",
    output: "One line an attempt, as in the list.",
    shape: retryShape,
    writes: true,
    examples: [
      {
        description: "And see what is answered",
        command: "waypost deliveries retry evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S --wait",
      },
    ],
    exitCodes: [...refusals, ExitCode.failed, ExitCode.timeout],
    load: () => import("./retry.ts"),
  }),
  defineCommand({
    path: "deliveries replay",
    summary: "Deliver a range of events again",
    description:
      "Deliver a range of events again. Says first how many deliveries that is, asks on a terminal, and follows them to the end, for at most --timeout (default 10m); it goes on without the command.",
    output: "The replay's record; with --dry-run only `matched`.",
    shape: replayShape,
    examples: [
      {
        description: "After an outage: count",
        command: "waypost deliveries replay --since 2h --status failed --dry-run",
      },
      {
        description: "Then deliver, without asking",
        command: "waypost deliveries replay --since 2h --endpoint ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes",
      },
      {
        description: "Everything of one kind, also what was taken",
        command: "waypost deliveries replay --since 1d --event message.new --status all",
      },
    ],
    exitCodes: [...refusals, ExitCode.failed, ExitCode.timeout],
    load: () => import("./replay.ts"),
  }),
];
