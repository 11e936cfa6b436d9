import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { pipelineColumns } from "../columns.ts";
import { stageOf, stageOption } from "./stages.ts";

export const createPipeline = command({
  path: "crm create-pipeline",
  summary: "Create a pipeline for deals",
  output: "The new pipeline.",
  arguments: { name: { description: "Its name" } },
  options: stageOption,
  writes: true,
  examples: [
    {
      description: "With four stages",
      command:
        "waypost crm create-pipeline Sales --stage new --stage negotiation --stage won=won --stage lost=lost",
    },
  ],
  async run({ cli, arguments: { name }, options: { stage } }) {
    if (stage.length === 0) throw usageFailure("--stage is missing", "Repeat it for each stage, in order.");
    const body = { name, stages: stage.map(stageOf) };
    await change(cli, "POST /v1/crm/pipelines", { body }, pipelineColumns);
  },
});
