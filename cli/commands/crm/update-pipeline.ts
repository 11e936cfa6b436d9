import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updatePipelineShape } from "./list-definitions.ts";
import { stageOf } from "./stages.ts";
import { pipelineColumns } from "./view.ts";

/** Renames a pipeline, replaces its stages, or both. */
export async function run(input: Input<typeof updatePipelineShape>): Promise<void> {
  const { cli, options } = input;
  const { name, stage } = options;
  if (name === undefined && stage.length === 0)
    throw usageFailure("nothing to change", "Give --name, --stage or both.");
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(stage.length === 0 ? {} : { stages: stage.map(stageOf) }),
  };
  const path = { id: input.arguments.pipeline };
  const pipeline = await submit(cli, "PATCH /v1/crm/pipelines/{id}", { path, body });
  if (pipeline !== undefined) await cli.output.record(pipeline, pipelineColumns);
}
