import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { linkShape } from "./definitions.ts";
import { relationshipColumns } from "./view.ts";

/** Links a record to another. */
export async function run({ cli, arguments: { id, type, other } }: Input<typeof linkShape>): Promise<void> {
  const request = { path: { id }, body: { type, related_record_id: other } };
  const made = await submit(cli, "POST /v1/crm/records/{id}/relationships", request);
  if (made !== undefined) await cli.output.record(made, relationshipColumns);
}
