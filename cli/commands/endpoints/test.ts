import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { given } from "../../lib/values/given.ts";
import { deliveryDetails } from "../deliveries/columns.ts";
import { failedDelivery, waitForDeliveries } from "../deliveries/wait.ts";

export const testEndpoint = command({
  path: "endpoints test",
  summary: "Send a webhook endpoint a test event",
  description:
    "Send a webhook endpoint a test event and wait for its response, at most --timeout (default 20s).",
  output: "The delivery's record: the response's status, time and beginning.",
  arguments: { id: { of: "endpoints", description: "Endpoint to test" } },
  options: {
    event: { value: "type", of: "eventTypes", description: "Event type to send (default: message.new)" },
  },
  writes: true,
  examples: [
    { description: "A new message", command: "waypost endpoints test ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T" },
    {
      description: "A template's rejection",
      command: "waypost endpoints test ep_01J8Z3W6YB2Q4V5N7M8P9R0S1T --event template.status_update",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { id }, options: { event } }) {
    const body = given({ event_type: event });
    const route = "POST /v1/settings/developer/webhooks/endpoints/{id}/test";
    const made = await submit(cli, route, { path: { id }, body });
    if (made === undefined) return;
    const client = await cli.client();
    for (const delivery of await waitForDeliveries(cli, client, [made])) {
      await cli.output.record(delivery, deliveryDetails);
      const reason = failedDelivery(delivery);
      if (reason !== null) throw reason;
    }
  },
});
