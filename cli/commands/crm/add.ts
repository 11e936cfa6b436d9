import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { addShape } from "./list-definitions.ts";

/** Puts a record on a list. */
export async function run({ cli, arguments: { list, record } }: Input<typeof addShape>): Promise<void> {
  const request = { path: { id: list }, body: { record_ids: [record] } };
  const answer = await submit(cli, "POST /v1/crm/lists/{id}/entries", request);
  if (answer === undefined) return;
  await cli.output.record(answer, [{ title: "added", value: ({ added }) => added }]);
}
