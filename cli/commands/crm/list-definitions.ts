import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { yesOption } from "../../lib/input/agree.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const LIST = "lst_01JDB2M5S8V0ZC3K7Q2M4N6P90";
const PIPELINE = "pip_01JDB2M5S8V0ZC3K7Q2M4N6P92";
const list = { list: { description: "The list" } } as const;

export const pipelinesShape = { arguments: {}, options: pagingOptions } as const;
export const createPipelineShape = {
  arguments: { name: { description: "What it is called" } },
  options: {
    stage: {
      value: "name[=won|lost]",
      repeat: true,
      description: "A stage, in order; won and lost say what it means to be there",
    },
  },
} as const;
const pipeline = { pipeline: { description: "The pipeline" } } as const;
export const getPipelineShape = { arguments: pipeline, options: {} } as const;
export const updatePipelineShape = {
  arguments: pipeline,
  options: {
    ...createPipelineShape.options,
    name: { value: "name", description: "What it is called" },
  },
} as const;
export const deletePipelineShape = { arguments: pipeline, options: yesOption } as const;
export const listsShape = { arguments: {}, options: pagingOptions } as const;
export const createListShape = {
  arguments: { name: { description: "What it is called" } },
  options: {},
} as const;
export const getListShape = { arguments: list, options: {} } as const;
export const renameListShape = {
  arguments: { ...list, name: { description: "What it is called from now on" } },
  options: {},
} as const;
export const deleteListShape = { arguments: list, options: yesOption } as const;
export const entriesShape = { arguments: list, options: pagingOptions } as const;
export const addShape = {
  arguments: { ...list, record: { description: "Record to put on it" } },
  options: {},
} as const;
export const removeShape = {
  arguments: { ...list, record: { description: "Record to take off it" } },
  options: yesOption,
} as const;

export const listCommands = [
  defineCommand({
    path: "crm pipelines",
    summary: "List pipelines",
    output: "One line a pipeline: id, name, stages.",
    shape: pipelinesShape,
    examples: [{ description: "All of them", command: "waypost crm pipelines" }],
    exitCodes: refusals,
    load: () => import("./pipelines.ts"),
  }),
  defineCommand({
    path: "crm create-pipeline",
    summary: "Create a pipeline for deals",
    output: "The new pipeline.",
    shape: createPipelineShape,
    writes: true,
    examples: [
      {
        description: "With four stages",
        command:
          "waypost crm create-pipeline Sales --stage new --stage negotiation --stage won=won --stage lost=lost",
      },
    ],
    exitCodes: refusals,
    load: () => import("./create-pipeline.ts"),
  }),
  defineCommand({
    path: "crm get-pipeline",
    summary: "Show one pipeline",
    output: "The pipeline.",
    shape: getPipelineShape,
    examples: [
      { description: "Its stages", command: `waypost crm get-pipeline ${PIPELINE} --json | jq .stages` },
    ],
    exitCodes: refusals,
    load: () => import("./get-pipeline.ts"),
  }),
  defineCommand({
    path: "crm update-pipeline",
    summary: "Rename a pipeline, or replace its stages",
    output: "The pipeline.",
    shape: updatePipelineShape,
    writes: true,
    examples: [
      { description: "Another name", command: `waypost crm update-pipeline ${PIPELINE} --name Wholesale` },
    ],
    exitCodes: refusals,
    load: () => import("./update-pipeline.ts"),
  }),
  defineCommand({
    path: "crm delete-pipeline",
    summary: "Delete a pipeline that no deal is in",
    output: "Nothing.",
    shape: deletePipelineShape,
    writes: true,
    examples: [{ description: "Delete one", command: `waypost crm delete-pipeline ${PIPELINE} --yes` }],
    exitCodes: refusals,
    load: () => import("./delete-pipeline.ts"),
  }),
  defineCommand({
    path: "crm lists",
    summary: "List the lists of records",
    output: "One line a list: id, name, records on it.",
    shape: listsShape,
    examples: [{ description: "All of them", command: "waypost crm lists" }],
    exitCodes: refusals,
    load: () => import("./lists.ts"),
  }),
  defineCommand({
    path: "crm create-list",
    summary: "Create a list of records",
    output: "The new list.",
    shape: createListShape,
    writes: true,
    examples: [{ description: "For customers", command: "waypost crm create-list Wholesale" }],
    exitCodes: refusals,
    load: () => import("./create-list.ts"),
  }),
  defineCommand({
    path: "crm get-list",
    summary: "Show one list",
    output: "The list.",
    shape: getListShape,
    examples: [
      {
        description: "How many records are on it",
        command: `waypost crm get-list ${LIST} --json | jq .entries`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./get-list.ts"),
  }),
  defineCommand({
    path: "crm rename-list",
    summary: "Rename a list",
    output: "The list.",
    shape: renameListShape,
    writes: true,
    examples: [{ description: "Another name", command: `waypost crm rename-list ${LIST} Retail` }],
    exitCodes: refusals,
    load: () => import("./rename-list.ts"),
  }),
  defineCommand({
    path: "crm delete-list",
    summary: "Delete a list; its records stay",
    output: "Nothing.",
    shape: deleteListShape,
    writes: true,
    examples: [{ description: "Delete one", command: `waypost crm delete-list ${LIST} --yes` }],
    exitCodes: refusals,
    load: () => import("./delete-list.ts"),
  }),
  defineCommand({
    path: "crm entries",
    summary: "List the records on a list",
    output: "One line a record, the one put on it last first: id, kind, name, addition.",
    shape: entriesShape,
    examples: [{ description: "All of them", command: `waypost crm entries ${LIST} --all` }],
    exitCodes: refusals,
    load: () => import("./entries.ts"),
  }),
  defineCommand({
    path: "crm add",
    summary: "Put a record on a list",
    output: "The record's id, unless it was on it already.",
    shape: addShape,
    writes: true,
    examples: [
      { description: "A contact", command: `waypost crm add ${LIST} ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T` },
    ],
    exitCodes: refusals,
    load: () => import("./add.ts"),
  }),
  defineCommand({
    path: "crm remove",
    summary: "Take a record off a list",
    output: "Nothing.",
    shape: removeShape,
    writes: true,
    examples: [
      {
        description: "A contact",
        command: `waypost crm remove ${LIST} ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T --yes`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./remove.ts"),
  }),
];
