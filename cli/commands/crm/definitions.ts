import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const ID = "rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X";
const record = { id: { description: "Record: a contact, company, deal or task" } } as const;

const fields = {
  name: { value: "name", description: "What it is called" },
  set: { value: "key=value", repeat: true, description: "A custom field; `key=` takes it away" },
  pipeline: { value: "id", description: "Of a deal: the pipeline it goes through" },
  stage: { value: "name", description: "Of a deal: where in the pipeline it is" },
  amount: { value: "number", description: "Of a deal" },
  currency: { value: "code", description: "Of a deal, such as EUR" },
  due: { value: "time", description: "Of a task: 2h, 7d (from now) or a date" },
  assignee: { value: "id", description: "User it is assigned to; `none` takes the assignment away" },
} as const;

export const listShape = {
  arguments: { kind: { description: "contact, company, deal or task" } },
  options: {
    pipeline: { value: "id", description: "Only deals in this pipeline" },
    stage: { value: "name", description: "Only deals in this stage" },
    assignee: { value: "id", description: "Only assigned to this user" },
    open: { description: "Only tasks that are not completed" },
    ...pagingOptions,
  },
} as const;
export const getShape = { arguments: record, options: {} } as const;
export const createShape = {
  arguments: { kind: { description: "company, deal or task" } },
  options: { ...fields, name: { value: "name", required: true, description: "What it is called" } },
} as const;
export const updateShape = {
  arguments: record,
  options: {
    ...fields,
    completed: { description: "Of a task: it is done" },
    reopen: { description: "Of a task: it is not done" },
  },
} as const;
export const deleteShape = { arguments: record, options: yesOption } as const;
export const commentsShape = { arguments: record, options: pagingOptions } as const;
export const commentShape = {
  arguments: { ...record, text: { description: "What to say of it" } },
  options: {},
} as const;
export const deleteCommentShape = {
  arguments: { ...record, comment: { description: "Comment to delete" } },
  options: yesOption,
} as const;
export const linksShape = { arguments: record, options: pagingOptions } as const;
export const linkShape = {
  arguments: {
    ...record,
    type: { description: "What it is to the other, such as works_at" },
    other: { description: "The other record" },
  },
  options: {},
} as const;
export const unlinkShape = {
  arguments: { ...record, relationship: { description: "Relationship to end" } },
  options: yesOption,
} as const;

export const recordCommands = [
  defineCommand({
    path: "crm list",
    summary: "List records of one kind",
    output: "One line a record, newest first: id, name, stage, amount, due, completed, change.",
    shape: listShape,
    examples: [
      { description: "What is to be done", command: "waypost crm list task --open --all" },
      { description: "Deals that were won", command: "waypost crm list deal --stage won" },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "crm get",
    summary: "Show one record",
    output: "The record.",
    shape: getShape,
    examples: [
      { description: "Its custom fields", command: `waypost crm get ${ID} --json | jq .custom_fields` },
    ],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "crm create",
    summary: "Create a company, a deal or a task",
    output: "The new record.",
    shape: createShape,
    writes: true,
    examples: [
      {
        description: "A company",
        command: "waypost crm create company --name 'Blue Door Café' --set city=Porto",
      },
      {
        description: "A deal in the first stage of a pipeline",
        command:
          "waypost crm create deal --name Machines --pipeline pip_01JDB2M5S8V0ZC3K7Q2M4N6P92 --amount 14400 --currency EUR",
      },
    ],
    exitCodes: refusals,
    load: () => import("./create.ts"),
  }),
  defineCommand({
    path: "crm update",
    summary: "Change a record",
    output: "The record.",
    shape: updateShape,
    writes: true,
    examples: [
      { description: "Move a deal", command: `waypost crm update ${ID} --stage won` },
      {
        description: "A task is done",
        command: "waypost crm update rec_01JDB2M5S8V0ZC3K7Q2M4N6P8Y --completed",
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
  defineCommand({
    path: "crm delete",
    summary: "Delete a record",
    description: "Delete a record, with its comments, its places on lists and its relationships.",
    output: "Nothing.",
    shape: deleteShape,
    writes: true,
    examples: [{ description: "Delete one", command: `waypost crm delete ${ID} --yes` }],
    exitCodes: refusals,
    load: () => import("./delete.ts"),
  }),
  defineCommand({
    path: "crm comments",
    summary: "List the comments on a record",
    output: "One line a comment, newest first: id, author, creation, body.",
    shape: commentsShape,
    examples: [{ description: "All of them", command: `waypost crm comments ${ID} --all` }],
    exitCodes: refusals,
    load: () => import("./comments.ts"),
  }),
  defineCommand({
    path: "crm comment",
    summary: "Comment on a record",
    output: "The comment.",
    shape: commentShape,
    writes: true,
    examples: [
      { description: "Say something", command: `waypost crm comment ${ID} 'Wants a visit in spring.'` },
    ],
    exitCodes: refusals,
    load: () => import("./comment.ts"),
  }),
  defineCommand({
    path: "crm delete-comment",
    summary: "Delete a comment",
    output: "Nothing.",
    shape: deleteCommentShape,
    writes: true,
    examples: [
      {
        description: "Delete one",
        command: `waypost crm delete-comment ${ID} cmt_01JDB2M5S8V0ZC3K7Q2M4N6P8Z --yes`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./delete-comment.ts"),
  }),
  defineCommand({
    path: "crm links",
    summary: "List the relationships of a record",
    output: "One line a relationship, newest first: id, record, type, other record.",
    shape: linksShape,
    examples: [{ description: "What it has to do with others", command: `waypost crm links ${ID}` }],
    exitCodes: refusals,
    load: () => import("./links.ts"),
  }),
  defineCommand({
    path: "crm link",
    summary: "Link a record to another",
    output: "The relationship.",
    shape: linkShape,
    writes: true,
    examples: [
      {
        description: "Somebody works somewhere",
        command: "waypost crm link ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T works_at rec_01JDB2M5S8V0ZC3K7Q2M4N6P8W",
      },
    ],
    exitCodes: refusals,
    load: () => import("./link.ts"),
  }),
  defineCommand({
    path: "crm unlink",
    summary: "End a relationship",
    output: "Nothing.",
    shape: unlinkShape,
    writes: true,
    examples: [
      { description: "End one", command: `waypost crm unlink ${ID} rel_01JDB2M5S8V0ZC3K7Q2M4N6P91 --yes` },
    ],
    exitCodes: refusals,
    load: () => import("./unlink.ts"),
  }),
];
