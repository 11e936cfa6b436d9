import type { Input } from "../../lib/command/command.ts";
import type { getPipelineShape } from "./list-definitions.ts";
import { pipelineColumns } from "./view.ts";

/** Shows one pipeline. */
export async function run({ cli, arguments: { pipeline } }: Input<typeof getPipelineShape>): Promise<void> {
  const client = await cli.client();
  const found = await client.call("GET /v1/crm/pipelines/{id}", { path: { id: pipeline } });
  await cli.output.record(found, pipelineColumns);
}
