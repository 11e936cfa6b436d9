import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { orderDetails } from "./columns.ts";

export const getOrder = command({
  path: "orders get",
  summary: "Show one order",
  output: "The order's record.",
  arguments: { id: { of: "orders", description: "Order to show" } },
  examples: [
    {
      description: "Show the ordered items",
      command: "waypost orders get ord_01JDB2M5S8V0ZC3K7Q2M4N6P8V --json | jq .items",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/orders/{id}", { path }, orderDetails),
});
