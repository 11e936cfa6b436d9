import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { unlinkShape } from "./definitions.ts";

/** Ends a relationship. */
export async function run(input: Input<typeof unlinkShape>): Promise<void> {
  const { cli, options } = input;
  const { id, relationship } = input.arguments;
  await agree(cli, options.yes, `End ${relationship}?`);
  const path = { id, relationship_id: relationship };
  await submit(cli, "DELETE /v1/crm/records/{id}/relationships/{relationship_id}", { path });
}
