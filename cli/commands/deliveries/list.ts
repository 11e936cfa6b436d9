import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { deliveryColumns } from "./columns.ts";

export const listDeliveries = command({
  path: "deliveries list",
  summary: "List deliveries of events to endpoints",
  output:
    "One line for each attempt, newest first: id, status, event type, attempt, response, milliseconds, creation, endpoint, webhook-id, error.",
  options: {
    endpoint: { value: "id", of: "endpoints", description: "Only to this endpoint" },
    event: { value: "type", of: "eventTypes", description: "Only of this event type" },
    status: {
      value: "status",
      choices: ["pending", "succeeded", "failed", "exhausted"],
      description: "failed is retried, exhausted is not",
    },
    "webhook-id": { value: "id", description: "Only attempts of this event" },
    since: { value: "time", description: "Made since: 2h, 7d (ago) or a date" },
    until: { value: "time", description: "Made before: 2h, 7d (ago) or a date" },
    ...pagingOptions,
  },
  examples: [
    {
      description: "Failures of the last two hours",
      command: "waypost deliveries list --since 2h --status failed --all",
    },
    {
      description: "All attempts of one event",
      command: "waypost deliveries list --webhook-id evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
    },
  ],
  run: ({ cli, options }) => {
    const { endpoint, event, status, "webhook-id": webhookId, since, until } = options;
    const query = given({
      endpoint_id: endpoint,
      event_type: event,
      status,
      message_id: webhookId,
      since: ago(since),
      until: ago(until),
    });
    return list(cli, "GET /v1/settings/developer/webhooks/deliveries", { query }, deliveryColumns, options);
  },
});
