import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { removeShape } from "./list-definitions.ts";

/** Takes a record off a list. */
export async function run(input: Input<typeof removeShape>): Promise<void> {
  const { cli, options } = input;
  const { list, record } = input.arguments;
  await agree(cli, options.yes, `Take ${record} off ${list}?`);
  const path = { id: list, record_id: record };
  await submit(cli, "DELETE /v1/crm/lists/{id}/entries/{record_id}", { path });
}
