import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import type { updateShape } from "./definitions.ts";
import { endpointFields } from "./fields.ts";
import { endpointDetails } from "./view.ts";

/** Changes what the options name and leaves the rest. */
export async function run({ cli, arguments: { id }, options }: Input<typeof updateShape>): Promise<void> {
  const { address } = options;
  const body = { ...(address === undefined ? {} : { url: address }), ...endpointFields(options) };
  if (Object.keys(body).length === 0)
    throw usageFailure("say what to change", "See: waypost endpoints update --help");
  const route = "PATCH /v1/settings/developer/webhooks/endpoints/{id}";
  const endpoint = await submit(cli, route, { path: { id }, body });
  if (endpoint !== undefined) await cli.output.record(endpoint, endpointDetails);
}
