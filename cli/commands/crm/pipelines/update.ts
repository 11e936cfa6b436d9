import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { given } from "../../../lib/values/given.ts";
import { pipelineColumns } from "../columns.ts";
import { stageOf, stageOption } from "./stages.ts";

export const updatePipeline = command({
  path: "crm update-pipeline",
  summary: "Rename a pipeline, or replace its stages",
  output: "The pipeline.",
  arguments: { pipeline: { of: "pipelines", description: "The pipeline" } },
  options: { ...stageOption, name: { value: "name", description: "Its name" } },
  writes: true,
  examples: [
    {
      description: "The new name",
      command: "waypost crm update-pipeline pip_01JDB2M5S8V0ZC3K7Q2M4N6P92 --name Wholesale",
    },
  ],
  async run({ cli, arguments: { pipeline }, options: { name, stage } }) {
    if (name === undefined && stage.length === 0)
      throw usageFailure("nothing to change", "Give --name, --stage or both.");
    const body = given({ name, stages: stage.length === 0 ? undefined : stage.map(stageOf) });
    await change(cli, "PATCH /v1/crm/pipelines/{id}", { path: { id: pipeline }, body }, pipelineColumns);
  },
});
