import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { unlinkShape } from "./definitions.ts";

/** Ends a relationship. */
export async function run({
  cli,
  arguments: { id, relationship },
}: Input<typeof unlinkShape>): Promise<void> {
  const path = { id, relationship_id: relationship };
  await submit(cli, "DELETE /v1/crm/records/{id}/relationships/{relationship_id}", { path });
}
