import { agree } from "../../lib/agree.ts";
import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { deleteListShape } from "./list-definitions.ts";

/** Deletes a list; its records stay. */
export async function run(input: Input<typeof deleteListShape>): Promise<void> {
  const { cli, options } = input;
  const { list } = input.arguments;
  await agree(cli, options.yes, `Delete ${list}? Its records stay.`);
  await submit(cli, "DELETE /v1/crm/lists/{id}", { path: { id: list } });
}
