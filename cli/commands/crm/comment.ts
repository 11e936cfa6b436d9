import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { commentShape } from "./definitions.ts";
import { commentColumns } from "./view.ts";

/** Comments on a record. */
export async function run({ cli, arguments: { id, text } }: Input<typeof commentShape>): Promise<void> {
  const request = { path: { id }, body: { body: text } };
  const comment = await submit(cli, "POST /v1/crm/records/{id}/comments", request);
  if (comment !== undefined) await cli.output.record(comment, commentColumns);
}
