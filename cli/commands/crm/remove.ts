import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { removeShape } from "./list-definitions.ts";

/** Takes a record off a list. */
export async function run(input: Input<typeof removeShape>): Promise<void> {
  const { cli, options } = input;
  const { list, record } = input.arguments;
  await agree(cli, options.yes, `Take ${record} off ${list}?`);
  const path = { id: list, record_id: record };
  await submit(cli, "DELETE /v1/crm/lists/{id}/entries/{record_id}", { path });
}
