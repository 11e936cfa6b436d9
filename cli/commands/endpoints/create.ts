import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { createShape } from "./definitions.ts";
import { endpointFields } from "./fields.ts";
import { endpointColumns } from "./view.ts";

/** Registers an endpoint and shows its signing secret, which can't be read again. */
export async function run({
  cli,
  arguments: { address },
  options,
}: Input<typeof createShape>): Promise<void> {
  const body = { url: address, ...endpointFields(options) };
  const endpoint = await submit(cli, "POST /v1/settings/developer/webhooks/endpoints", { body });
  if (endpoint === undefined) return;
  await cli.output.record(endpoint, [
    { title: "secret", value: (created: typeof endpoint) => created.secret },
    ...endpointColumns,
  ]);
  cli.output.note("Keep the secret now: it is not shown again.");
}
