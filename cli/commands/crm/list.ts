import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { recordColumns } from "./columns.ts";

export const listRecords = command({
  path: "crm list",
  summary: "List records of one kind",
  output: "One line for each record, newest first: id, name, stage, amount, due, completed, change.",
  arguments: {
    kind: { description: "contact, company, deal or task", choices: ["contact", "company", "deal", "task"] },
  },
  options: {
    pipeline: { value: "id", of: "pipelines", description: "Only deals in this pipeline" },
    stage: { value: "name", description: "Only deals in this stage" },
    assignee: { value: "id", of: "users", description: "Only assigned to this user" },
    open: { description: "Only tasks that are not completed" },
    ...pagingOptions,
  },
  examples: [
    { description: "Open tasks", command: "waypost crm list task --open --all" },
    { description: "Deals that were won", command: "waypost crm list deal --stage won" },
  ],
  run: ({ cli, arguments: { kind }, options }) => {
    const { pipeline, stage, assignee, open } = options;
    const filters = { pipeline_id: pipeline, stage, assignee_id: assignee };
    const query = { kind, ...given({ ...filters, completed: open ? false : undefined }) };
    return list(cli, "GET /v1/crm/records", { query }, recordColumns, options);
  },
});
