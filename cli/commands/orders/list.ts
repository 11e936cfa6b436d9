import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { orderColumns } from "./columns.ts";
import { orderStatuses, paymentStatuses } from "./statuses.ts";

export const listOrders = command({
  path: "orders list",
  summary: "List orders",
  output: "One line for each order, newest first: number, id, status, payment, contact, creation.",
  options: {
    status: { value: "status", choices: orderStatuses, description: "Only with this status" },
    payment: { value: "status", choices: paymentStatuses, description: "Only with this payment status" },
    contact: { value: "id", of: "contacts", description: "Only of this contact" },
    channel: { value: "id", of: "channels", description: "Only of this channel" },
    ...pagingOptions,
  },
  examples: [{ description: "Orders to confirm", command: "waypost orders list --status created --all" }],
  run: ({ cli, options }) => {
    const { status, payment, contact, channel } = options;
    const query = given({ status, payment_status: payment, contact_id: contact, channel_id: channel });
    return list(cli, "GET /v1/orders", { query }, orderColumns, options);
  },
});
