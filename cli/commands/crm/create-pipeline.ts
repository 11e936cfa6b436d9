import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { createPipelineShape } from "./list-definitions.ts";
import { stageOf } from "./stages.ts";
import { pipelineColumns } from "./view.ts";

/** Creates a pipeline. */
export async function run(input: Input<typeof createPipelineShape>): Promise<void> {
  const { cli, arguments: given, options } = input;
  if (options.stage.length === 0) throw usageFailure("--stage is missing", "Give each stage, in order.");
  const body = { name: given.name, stages: options.stage.map(stageOf) };
  const pipeline = await submit(cli, "POST /v1/crm/pipelines", { body });
  if (pipeline !== undefined) await cli.output.record(pipeline, pipelineColumns);
}
