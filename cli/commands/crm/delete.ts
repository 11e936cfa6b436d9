import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a record. */
export async function run({ cli, arguments: { id } }: Input<typeof deleteShape>): Promise<void> {
  await submit(cli, "DELETE /v1/crm/records/{id}", { path: { id } });
}
