import { list } from "../../../lib/actions/list.ts";
import { pagingOptions } from "../../../lib/actions/paging.ts";
import { command } from "../../../lib/command/command.ts";
import { pipelineColumns } from "../columns.ts";

export const listPipelines = command({
  path: "crm pipelines",
  summary: "List pipelines",
  output: "One line for each pipeline: id, name, stages.",
  options: pagingOptions,
  examples: [{ description: "All of them", command: "waypost crm pipelines" }],
  run: ({ cli, options }) => list(cli, "GET /v1/crm/pipelines", {}, pipelineColumns, options),
});
