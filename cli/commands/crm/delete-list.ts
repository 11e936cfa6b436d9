import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { deleteListShape } from "./list-definitions.ts";

/** Deletes a list; its records stay. */
export async function run(input: Input<typeof deleteListShape>): Promise<void> {
  const { cli, options } = input;
  const { list } = input.arguments;
  await agree(cli, options.yes, `Delete ${list}? Its records stay.`);
  await submit(cli, "DELETE /v1/crm/lists/{id}", { path: { id: list } });
}
