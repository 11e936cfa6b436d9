import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { removeShape } from "./list-definitions.ts";

/** Takes a record off a list. */
export async function run({ cli, arguments: { list, record } }: Input<typeof removeShape>): Promise<void> {
  const path = { id: list, record_id: record };
  await submit(cli, "DELETE /v1/crm/lists/{id}/entries/{record_id}", { path });
}
