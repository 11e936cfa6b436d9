import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { printWhole } from "../contacts/print.ts";
import { tagColumns } from "../contacts/view.ts";
import type { tagShape } from "./definitions.ts";

/** Gives a conversation tags and takes tags away, then lists those it has. */
export async function run({ cli, arguments: { id }, options }: Input<typeof tagShape>): Promise<void> {
  const { add, remove } = options;
  if (add.length > 0)
    await submit(cli, "POST /v1/conversations/{id}/tags", { path: { id }, body: { names: add } });
  for (const name of remove)
    await submit(cli, "DELETE /v1/conversations/{id}/tags/{name}", { path: { id, name } });
  if (cli.dryRun && add.length + remove.length > 0) return;
  const client = await cli.client();
  const page = await client.call("GET /v1/conversations/{id}/tags", { path: { id } });
  await printWhole(cli, page, tagColumns);
}
