import type { Input } from "../../lib/command/command.ts";
import type { getListShape } from "./list-definitions.ts";
import { listColumns } from "./view.ts";

/** Shows one list. */
export async function run({ cli, arguments: { list } }: Input<typeof getListShape>): Promise<void> {
  const client = await cli.client();
  await cli.output.record(await client.call("GET /v1/crm/lists/{id}", { path: { id: list } }), listColumns);
}
