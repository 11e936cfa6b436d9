import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { endpointDetails } from "./columns.ts";
import { endpointFieldOptions, endpointFields } from "./fields.ts";

export const updateEndpoint = command({
  path: "endpoints update",
  summary: "Change a webhook endpoint",
  description: "Change what the options name; the rest stays. `all` and `none` remove a limit.",
  output: "The endpoint's record.",
  arguments: { id: { of: "endpoints", description: "Endpoint to change" } },
  options: { address: { value: "url", description: "New address" }, ...endpointFieldOptions },
  writes: true,
  examples: [
    {
      description: "All events, at most 50 per second",
      command: "waypost endpoints update ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --events all --rate 50",
    },
    {
      description: "A new address, with a header that the receiver needs",
      command:
        'waypost endpoints update ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --address https://example.com/new --header "X-Team=$TEAM"',
    },
  ],
  async run({ cli, arguments: path, options }) {
    const body = { ...given({ url: options.address }), ...endpointFields(options) };
    if (Object.keys(body).length === 0)
      throw usageFailure("say what to change", "See: waypost endpoints update --help");
    await change(
      cli,
      "PATCH /v1/settings/developer/webhooks/endpoints/{id}",
      { path, body },
      endpointDetails,
    );
  },
});
