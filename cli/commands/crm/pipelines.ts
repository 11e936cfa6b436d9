import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { pipelinesShape } from "./list-definitions.ts";
import { pipelineColumns } from "./view.ts";

/** Lists pipelines, newest first. */
export async function run({ cli, options }: Input<typeof pipelinesShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, pipelineColumns, (query) => client.call("GET /v1/crm/pipelines", { query }));
}
