import type { Input } from "../../lib/command/command.ts";
import type { cancellationShape } from "./definitions.ts";
import { cancellationColumns } from "./view.ts";

/** Shows how far the cancelling of many messages is. */
export async function run(input: Input<typeof cancellationShape>): Promise<void> {
  const { cli } = input;
  const path = { id: input.arguments.cancellation };
  const client = await cli.client();
  await cli.output.record(
    await client.call("GET /v1/messages/cancellations/{id}", { path }),
    cancellationColumns,
  );
}
