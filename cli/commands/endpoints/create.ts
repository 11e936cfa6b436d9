import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { createShape } from "./definitions.ts";
import { endpointColumns } from "./view.ts";

/** Registers an endpoint and shows its signing secret, which can't be read again. */
export async function run({
  cli,
  arguments: { address },
  options,
}: Input<typeof createShape>): Promise<void> {
  const types = options.events.flatMap((list) => list.split(",")).map((type) => type.trim());
  const body = {
    url: address,
    ...(types.length === 0 ? {} : { filterTypes: types }),
    ...(options.channel.length === 0 ? {} : { channels: options.channel }),
    ...(options.description === undefined ? {} : { description: options.description }),
  };
  const endpoint = await submit(cli, "POST /v1/settings/developer/webhooks/endpoints", { body });
  if (endpoint === undefined) return;
  await cli.output.record(endpoint, [
    { title: "secret", value: (created: typeof endpoint) => created.secret },
    ...endpointColumns,
  ]);
  cli.output.note("Keep the secret now: it is not shown again.");
}
