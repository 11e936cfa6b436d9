import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { importColumns } from "./view.ts";

/** Shows one import. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  await cli.output.record(
    await client.call("GET /v1/contacts/imports/{id}", { path: { id } }),
    importColumns,
  );
}
