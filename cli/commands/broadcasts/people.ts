import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import type { BroadcastPerson } from "../../lib/api/types/broadcasts.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

const STATUSES = [
  ...["skipped", "waiting", "accepted", "sent", "delivered", "read", "failed", "cancelled"],
] as const;

/** The options that narrow the people of a broadcast down. */
export const peopleFilters = {
  status: { value: "status", choices: STATUSES, description: "Only those in this state" },
  reason: { value: "reason", description: "Only those skipped, or failed, for this reason" },
} as const;

const columns: Column<BroadcastPerson>[] = [
  { title: "contact", value: (person) => person.contact_id },
  { title: "name", value: (person) => person.name, cut: true },
  { title: "number", value: (person) => person.phone_number },
  { title: "status", value: (person) => person.status, kind: "status" },
  { title: "reason", value: (person) => person.reason },
  { title: "message", value: (person) => person.message_id, optional: true },
  { title: "replied", value: (person) => person.replied_at, kind: "time", optional: 4 },
  { title: "opted out", value: (person) => person.opted_out_at, kind: "time", optional: 5 },
  { title: "updated", value: (person) => person.updated_at, kind: "time", optional: 3 },
];

export const listPeople = command({
  path: "broadcasts people",
  summary: "List the people of a broadcast",
  output: "One line for each: contact, name, number, state, and the reason they were skipped or failed.",
  arguments: { id: { of: "broadcasts", description: "Broadcast whose people to list" } },
  options: { ...pagingOptions, ...peopleFilters },
  examples: [
    {
      description: "Who did not get it",
      command: "waypost broadcasts people bc_01JDB2M5S8V0ZC3K7Q2M4N6P93 --status failed --all",
    },
  ],
  run: ({ cli, arguments: path, options }) => {
    const status = options.status as BroadcastPerson["status"] | undefined;
    const query = given({ status, reason: options.reason });
    return list(cli, "GET /v1/broadcasts/{id}/people", { path, query }, columns, options);
  },
});
