import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deletePipelineShape } from "./list-definitions.ts";

/** Deletes a pipeline that no deal is in. */
export async function run(input: Input<typeof deletePipelineShape>): Promise<void> {
  const { cli, options } = input;
  const { pipeline } = input.arguments;
  await agree(cli, options.yes, `Delete ${pipeline}?`);
  await submit(cli, "DELETE /v1/crm/pipelines/{id}", { path: { id: pipeline } });
}
