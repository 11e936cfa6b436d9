import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a record. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  await agree(cli, options.yes, `Delete ${id}, with its comments and relationships?`);
  await submit(cli, "DELETE /v1/crm/records/{id}", { path: { id } });
}
