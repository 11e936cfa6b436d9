import { pagingOptions } from "../../lib/actions/paging.ts";
import { defineCommand } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";

const refusals = [ExitCode.refused, ExitCode.unreachable] as const;
const ID = "ord_01JDB2M5S8V0ZC3K7Q2M4N6P8V";
const statuses = ["created", "confirmed", "processing", "shipped", "completed", "cancelled"] as const;
const payments = ["pending", "paid", "failed", "refunded"] as const;

export const listShape = {
  arguments: {},
  options: {
    status: { value: "status", choices: statuses, description: "Only with this status" },
    payment: { value: "status", choices: payments, description: "Only with this payment status" },
    contact: { value: "id", description: "Only of this contact" },
    channel: { value: "id", description: "Only of this channel" },
    ...pagingOptions,
  },
} as const;
export const getShape = { arguments: { id: { description: "Order to show" } }, options: {} } as const;
export const updateShape = {
  arguments: { id: { description: "Order to change" } },
  options: {
    status: { value: "status", choices: statuses, description: "New status" },
    payment: { value: "status", choices: payments, description: "New payment status" },
  },
} as const;

export const orderCommands = [
  defineCommand({
    path: "orders list",
    summary: "List orders",
    output: "One line an order, newest first: number, id, status, payment, contact, creation.",
    shape: listShape,
    examples: [
      { description: "What is to be confirmed", command: "waypost orders list --status created --all" },
    ],
    exitCodes: refusals,
    load: () => import("./list.ts"),
  }),
  defineCommand({
    path: "orders get",
    summary: "Show one order",
    output: "The order's record.",
    shape: getShape,
    examples: [{ description: "What was ordered", command: `waypost orders get ${ID} --json | jq .items` }],
    exitCodes: refusals,
    load: () => import("./get.ts"),
  }),
  defineCommand({
    path: "orders update",
    summary: "Change the status or payment status of an order",
    output: "The order's record.",
    shape: updateShape,
    writes: true,
    examples: [
      {
        description: "It was paid",
        command: `waypost orders update ${ID} --status confirmed --payment paid`,
      },
    ],
    exitCodes: refusals,
    load: () => import("./update.ts"),
  }),
];
