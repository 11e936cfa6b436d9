import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { createShape } from "./definitions.ts";
import { recordChanges } from "./fields.ts";
import { recordDetails } from "./view.ts";

/** Creates a record. */
export async function run({ cli, arguments: { kind }, options }: Input<typeof createShape>): Promise<void> {
  const body = { ...recordChanges(options), kind, name: options.name };
  const record = await submit(cli, "POST /v1/crm/records", { body });
  if (record !== undefined) await cli.output.record(record, recordDetails);
}
