import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { orderDetails } from "./columns.ts";
import { orderStatuses, paymentStatuses } from "./statuses.ts";

export const updateOrder = command({
  path: "orders update",
  summary: "Change the status or payment status of an order",
  output: "The order's record.",
  arguments: { id: { of: "orders", description: "Order to change" } },
  options: {
    status: { value: "status", choices: orderStatuses, description: "New status" },
    payment: { value: "status", choices: paymentStatuses, description: "New payment status" },
  },
  writes: true,
  examples: [
    {
      description: "Mark it as paid",
      command: "waypost orders update ord_01JDB2M5S8V0ZC3K7Q2M4N6P8V --status confirmed --payment paid",
    },
  ],
  async run({ cli, arguments: path, options: { status, payment } }) {
    if (status === undefined && payment === undefined)
      throw usageFailure("nothing to change", "Say --status or --payment.");
    const body = given({ status, payment_status: payment });
    await change(cli, "PATCH /v1/orders/{id}", { path, body }, orderDetails);
  },
});
