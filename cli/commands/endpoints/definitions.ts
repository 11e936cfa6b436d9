import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { fieldOptions } from "./fields.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const EXAMPLE_ID = "ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T";
const record = "The endpoint's record.";

const one = (description: string) => ({ arguments: { id: { description } }, options: {} }) as const;

export const createShape = {
  arguments: { address: { description: "https address that events are posted to" } },
  options: fieldOptions,
} as const;
export const listShape = { arguments: {}, options: {} } as const;
export const getShape = one("Endpoint to show");
export const updateShape = {
  arguments: { id: { description: "Endpoint to change" } },
  options: { address: { value: "url", description: "New address" }, ...fieldOptions },
} as const;
export const rotateShape = {
  arguments: { id: { description: "Endpoint that gets a new secret" } },
  options: {
    overlap: {
      value: "duration",
      description: "For how long the old secret signs along: 0s to 7d (default: 24h)",
    },
  },
} as const;
export const testShape = {
  arguments: { id: { description: "Endpoint to try out" } },
  options: { event: { value: "type", description: "Event type to send (default: message.new)" } },
} as const;
export const pauseShape = one("Endpoint to pause");
export const resumeShape = one("Endpoint that goes on");
export const deleteShape = {
  arguments: { id: { description: "Endpoint to delete" } },
  options: yesOption,
} as const;

export const endpointCommands = [
  defineCommand({
    path: "endpoints create",
    summary: "Register a webhook endpoint",
    description:
      "Register a webhook endpoint, for all events of all channels unless said otherwise. Its signing secret is shown once, now.",
    output: "The new endpoint's record, `secret` being the signing secret.",
    shape: createShape,
    writes: true,
    examples: [
      {
        description: "Status changes and new messages",
        command:
          "waypost endpoints create https://example.com/hook --events message.new,message.status_update",
      },
      {
        description: "Keep only the secret",
        command: "waypost endpoints create https://example.com/hook --json | jq -r .secret",
      },
    ],
    exitCodes: refusals,
    load: () => import("./create.ts"),
  }),
  defineCommand({
    path: "endpoints list",
    summary: "List webhook endpoints",
    output: "One line an endpoint: id, state, address, event types, creation.",
    shape: listShape,
    examples: [
      {
        description: "With the known event types",
        command: "waypost endpoints list --json | jq .event_types",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "endpoints get",
    summary: "Show a webhook endpoint",
    output: record,
    shape: getShape,
    examples: [{ description: "How it is", command: `waypost endpoints get ${EXAMPLE_ID}` }],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "endpoints update",
    summary: "Change a webhook endpoint",
    description: "Change what the options name; the rest stays. `all` and `none` take a limit away.",
    output: record,
    shape: updateShape,
    writes: true,
    examples: [
      {
        description: "All events, at most 50 a second",
        command: `waypost endpoints update ${EXAMPLE_ID} --events all --rate 50`,
      },
      {
        description: "Another address, with a header of the receiver's",
        command: `waypost endpoints update ${EXAMPLE_ID} --address https://example.com/new --header "X-Team=$TEAM"`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "endpoints rotate",
    summary: "Make a new signing secret",
    description:
      "Make a new signing secret; it is shown once, now. The old one signs along until the overlap is over.",
    output: "The new secret, and when the old one ends.",
    shape: rotateShape,
    writes: true,
    examples: [
      { description: "With a day to change over", command: `waypost endpoints rotate ${EXAMPLE_ID}` },
      {
        description: "After a leak: the old one ends at once",
        command: `waypost endpoints rotate ${EXAMPLE_ID} --overlap 0s`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./rotate.ts"),
  }),
  defineCommand({
    path: "endpoints test",
    summary: "Send a webhook endpoint a test event",
    description:
      "Send a webhook endpoint a test event and wait for its answer, at most --timeout (default 20s).",
    output: "The delivery's record: the answer's status, time and beginning.",
    shape: testShape,
    writes: true,
    examples: [
      { description: "A new message", command: `waypost endpoints test ${EXAMPLE_ID}` },
      {
        description: "A template's rejection",
        command: `waypost endpoints test ${EXAMPLE_ID} --event template.status_update`,
      },
    ],
    exitCodes: [...refusals, ExitCode.failed, ExitCode.timeout],
    load: () => import("./test.ts"),
  }),
  defineCommand({
    path: "endpoints pause",
    summary: "Pause a webhook endpoint",
    description: "Pause a webhook endpoint: nothing is delivered, and what happens waits for it.",
    output: record,
    shape: pauseShape,
    writes: true,
    examples: [
      { description: "Before its receiver is changed", command: `waypost endpoints pause ${EXAMPLE_ID}` },
    ],
    exitCodes: refusals,
    load: () => import("./pause.ts"),
  }),
  defineCommand({
    path: "endpoints resume",
    summary: "Let a paused or disabled webhook endpoint go on",
    description: "Let a paused or disabled webhook endpoint go on: what waited for it is delivered.",
    output: record,
    shape: resumeShape,
    writes: true,
    examples: [
      { description: "When its receiver is back", command: `waypost endpoints resume ${EXAMPLE_ID}` },
    ],
    exitCodes: refusals,
    load: () => import("./resume.ts"),
  }),
  defineCommand({
    path: "endpoints delete",
    summary: "Delete a webhook endpoint",
    output: "Nothing.",
    shape: deleteShape,
    writes: true,
    examples: [{ description: "Delete one", command: `waypost endpoints delete ${EXAMPLE_ID} --yes` }],
    exitCodes: refusals,
    load: () => import("./delete.ts"),
  }),
];
