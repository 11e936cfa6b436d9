import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { unlinkShape } from "./definitions.ts";

/** Ends a relationship. */
export async function run(input: Input<typeof unlinkShape>): Promise<void> {
  const { cli, options } = input;
  const { id, relationship } = input.arguments;
  await agree(cli, options.yes, `End ${relationship}?`);
  const path = { id, relationship_id: relationship };
  await submit(cli, "DELETE /v1/crm/records/{id}/relationships/{relationship_id}", { path });
}
