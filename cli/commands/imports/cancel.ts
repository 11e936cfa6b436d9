import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { cancelShape } from "./definitions.ts";
import { importColumns } from "./view.ts";

/** Stops an import. */
export async function run({ cli, arguments: { id } }: Input<typeof cancelShape>): Promise<void> {
  const job = await submit(cli, "POST /v1/contacts/imports/{id}/cancel", { path: { id } });
  if (job !== undefined) await cli.output.record(job, importColumns);
}
