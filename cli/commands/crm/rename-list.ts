import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { renameListShape } from "./list-definitions.ts";
import { listColumns } from "./view.ts";

/** Renames a list. */
export async function run({ cli, arguments: { list, name } }: Input<typeof renameListShape>): Promise<void> {
  const renamed = await submit(cli, "PATCH /v1/crm/lists/{id}", { path: { id: list }, body: { name } });
  if (renamed !== undefined) await cli.output.record(renamed, listColumns);
}
