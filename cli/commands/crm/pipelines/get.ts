import { show } from "../../../lib/actions/show.ts";
import { command } from "../../../lib/command/command.ts";
import { pipelineColumns } from "../columns.ts";

export const getPipeline = command({
  path: "crm get-pipeline",
  summary: "Show one pipeline",
  output: "The pipeline.",
  arguments: { pipeline: { of: "pipelines", description: "The pipeline" } },
  examples: [
    {
      description: "Its stages",
      command: "waypost crm get-pipeline pip_01JDB2M5S8V0ZC3K7Q2M4N6P92 --json | jq .stages",
    },
  ],
  run: ({ cli, arguments: { pipeline } }) =>
    show(cli, "GET /v1/crm/pipelines/{id}", { path: { id: pipeline } }, pipelineColumns),
});
