import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const ID = "tpl_01J8Z3W6YB2Q4V5N7M8P9R0S1T";

export const listShape = {
  arguments: {},
  options: {
    ...pagingOptions,
    channel: { value: "id", description: "Only those of this channel" },
    status: { value: "status", description: "draft, pending, approved, rejected, paused, disabled, ..." },
    name: { value: "name", description: "Only those of this name" },
    lang: { value: "code", description: "Only those in this language" },
    category: {
      value: "category",
      choices: ["MARKETING", "UTILITY", "AUTHENTICATION"],
      description: "Only those of this category",
    },
  },
} as const;
export const getShape = { arguments: { id: { description: "Template to show" } }, options: {} } as const;
export const createShape = {
  arguments: {},
  options: {
    file: {
      value: "json",
      required: true,
      description: "The definition (name, language, category, components): a file, JSON, or `-`",
    },
    channel: { value: "id", description: "Channel of the account it is for (default: the only one)" },
    submit: { description: "Submit it for approval at once" },
  },
} as const;
export const updateShape = {
  arguments: { id: { description: "Template to change" } },
  options: {
    file: {
      value: "json",
      required: true,
      description: "What changes (category, components): a file, JSON, or `-`",
    },
  },
} as const;
export const submitShape = { arguments: { id: { description: "Template to submit" } }, options: {} } as const;
export const syncShape = {
  arguments: {},
  options: { channel: { value: "id", description: "Only this channel's account (default: all)" } },
} as const;
export const deleteShape = {
  arguments: { id: { description: "Template to delete" } },
  options: yesOption,
} as const;

export const templateCommands = [
  defineCommand({
    path: "templates list",
    summary: "List templates",
    output: "One line a template: id, name, language, category, status, quality, change.",
    shape: listShape,
    examples: [
      { description: "What can be sent", command: "waypost templates list --status approved --all" },
      {
        description: "Why some were rejected",
        command:
          "waypost templates list --status rejected --json | jq -r '.data[] | [.name, .rejected_reason]'",
      },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "templates get",
    summary: "Show one template",
    output: "The template's record.",
    shape: getShape,
    examples: [
      { description: "Its components", command: `waypost templates get ${ID} --json | jq .components` },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "templates create",
    summary: "Create a template",
    description:
      "Create a template as a draft. What Meta would refuse is refused here, with its path; with --submit it goes to Meta at once.",
    output: "The new template's record.",
    shape: createShape,
    writes: true,
    examples: [
      {
        description: "From a file, submitted at once",
        command: "waypost templates create --file order_ready.json --submit",
      },
      {
        description: "From standard input",
        command:
          'echo \'{"name":"thanks","language":"en_US","category":"UTILITY","components":[{"type":"BODY","text":"Thank you."}]}\' | waypost templates create --file -',
      },
    ],
    exitCodes: refusals,
    load: () => import("./create.ts"),
  }),
  defineCommand({
    path: "templates update",
    summary: "Change a template",
    description:
      "Change a template. Of one that was submitted the changes are a draft, and what can be sent stays as it is, until they are submitted and approved.",
    output: "The template's record.",
    shape: updateShape,
    writes: true,
    examples: [
      {
        description: "Another text",
        command: `waypost templates update ${ID} --file order_ready.json`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "templates submit",
    summary: "Submit a template for approval",
    output: "The template's record; Meta decides later.",
    shape: submitShape,
    writes: true,
    examples: [{ description: "Submit one", command: `waypost templates submit ${ID}` }],
    exitCodes: refusals,
    load: () => import("./submit.ts"),
  }),
  defineCommand({
    path: "templates sync",
    summary: "Read all templates from Meta",
    description:
      "Read all templates from Meta and wait until that is done, for at most --timeout (default 60s).",
    output: "How many were new, had changed and are gone.",
    shape: syncShape,
    writes: true,
    examples: [{ description: "Those of every channel", command: "waypost templates sync" }],
    exitCodes: [...refusals, ExitCode.failed, ExitCode.timeout],
    load: () => import("./sync.ts"),
  }),
  defineCommand({
    path: "templates delete",
    summary: "Delete a template",
    description: "Delete a template in its language, here and at Meta.",
    output: "Nothing.",
    shape: deleteShape,
    writes: true,
    examples: [{ description: "Delete one", command: `waypost templates delete ${ID} --yes` }],
    exitCodes: refusals,
    load: () => import("./delete.ts"),
  }),
];
