import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { createListShape } from "./list-definitions.ts";
import { listColumns } from "./view.ts";

/** Creates a list. */
export async function run({ cli, arguments: { name } }: Input<typeof createListShape>): Promise<void> {
  const list = await submit(cli, "POST /v1/crm/lists", { body: { name } });
  if (list !== undefined) await cli.output.record(list, listColumns);
}
