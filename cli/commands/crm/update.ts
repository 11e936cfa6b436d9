import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updateShape } from "./definitions.ts";
import { recordChanges } from "./fields.ts";
import { recordDetails } from "./view.ts";

/** Changes a record. */
export async function run({ cli, arguments: { id }, options }: Input<typeof updateShape>): Promise<void> {
  const { completed, reopen } = options;
  if (completed && reopen) throw usageFailure("--completed and --reopen exclude each other");
  const body = { ...recordChanges(options), ...(completed || reopen ? { completed } : {}) };
  if (Object.keys(body).length === 0)
    throw usageFailure("nothing to change", "See: waypost crm update --help");
  const record = await submit(cli, "PATCH /v1/crm/records/{id}", { path: { id }, body });
  if (record !== undefined) await cli.output.record(record, recordDetails);
}
