import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { deliveryDetails } from "./columns.ts";

export const getDelivery = command({
  path: "deliveries get",
  summary: "Show one delivery",
  output: "The attempt's record, with the request that is posted and the beginning of the response.",
  arguments: { id: { of: "deliveries", description: "Delivery to show" } },
  examples: [
    {
      description: "The exact body that was sent",
      command: "waypost deliveries get dlv_01JDB2M5S8V0ZC3K7Q2M4N6P8R --json | jq -rj .request.body",
    },
    {
      description: "Show the endpoint's response",
      command: "waypost deliveries get dlv_01JDB2M5S8V0ZC3K7Q2M4N6P8R --json | jq -r .response_body",
    },
  ],
  run: ({ cli, arguments: path }) =>
    show(cli, "GET /v1/settings/developer/webhooks/deliveries/{id}", { path }, deliveryDetails),
});
