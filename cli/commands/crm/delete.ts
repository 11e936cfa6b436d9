import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteShape } from "./definitions.ts";

/** Deletes a record. */
export async function run(input: Input<typeof deleteShape>): Promise<void> {
  const { cli, options } = input;
  const { id } = input.arguments;
  await agree(cli, options.yes, `Delete ${id}, with its comments and relationships?`);
  await submit(cli, "DELETE /v1/crm/records/{id}", { path: { id } });
}
