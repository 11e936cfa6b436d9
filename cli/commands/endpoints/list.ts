import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { endpointColumns } from "./view.ts";

/** Lists every endpoint; as JSON together with the event types there are. */
export async function run({ cli }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  const settings = await client.call("GET /v1/settings/developer/webhooks", {});
  if (cli.output.format === "json") return cli.output.json(settings);
  await cli.output.rows(settings.data, endpointColumns);
  if (settings.data.length === 0) cli.output.note("None.");
}
